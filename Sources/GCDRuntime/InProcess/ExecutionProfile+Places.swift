// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDSchedule

/// Places of a census as numbers that mean the same in each process of a program, and back.
extension ExecutionProfile {
  var portable: ExecutionProfile {
    var profile = self
    profile.census?.mapPlaces { Site(rawValue: $0).portableValue }
    return profile
  }

  var local: ExecutionProfile {
    var profile = self
    profile.census?.mapPlaces { place in
      gcdc_local_address(place).map { Site($0).rawValue } ?? place
    }
    return profile
  }
}
#endif
