// Licensed under the Apache License, Version 2.0; see LICENSE.

// What users name; the modules that define it are no part of the public interface.
@_exported import struct GCDReport.CodeLocation
@_exported import struct GCDReport.CutSchedule
@_exported import struct GCDReport.Finding
@_exported import enum GCDReport.FindingCode
@_exported import enum GCDReport.Severity
@_exported import enum GCDReport.StopReason
@_exported import enum GCDReport.SummaryNote
@_exported import struct GCDRuntime.Allowance
@_exported import enum GCDRuntime.BodyHost
@_exported import struct GCDRuntime.Exploration
@_exported import struct GCDRuntime.ExplorationOptions
@_exported import enum GCDRuntime.OutputPolicy
@_exported import enum GCDRuntime.PoolWidth
@_exported import enum GCDSchedule.Strategy
@_exported import struct GCDVocabulary.Shard
