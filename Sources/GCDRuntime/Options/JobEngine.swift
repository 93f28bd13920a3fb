// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A service or program that starts one command as several jobs and numbers them by environment variables.
package enum JobEngine: Sendable, CaseIterable {
  // In the order in which they are looked for.
  case bazel, kubernetes, slurm, buildkite, circleCI, gitLab, semaphore, bitbucket, gnuParallel
  /// Any other one, such as HTCondor, which sets no number itself: the submitter of the job passes it.
  case submitted

  /// What people call it; nil where it is not known.
  package var name: String? {
    switch self {
    case .bazel: "Bazel"
    case .kubernetes: "Kubernetes"
    case .slurm: "Slurm"
    case .buildkite: "Buildkite"
    case .circleCI: "CircleCI"
    case .gitLab: "GitLab"
    case .semaphore: "Semaphore"
    case .bitbucket: "Bitbucket"
    case .gnuParallel: "GNU parallel"
    case .submitted: nil
    }
  }

  /// Holds the number of the job.
  package var index: String {
    switch self {
    case .bazel: "TEST_SHARD_INDEX"
    case .kubernetes: "JOB_COMPLETION_INDEX"
    case .slurm: "SLURM_ARRAY_TASK_ID"
    case .buildkite: "BUILDKITE_PARALLEL_JOB"
    case .circleCI: "CIRCLE_NODE_INDEX"
    case .gitLab: "CI_NODE_INDEX"
    case .semaphore: "SEMAPHORE_JOB_INDEX"
    case .bitbucket: "BITBUCKET_PARALLEL_STEP"
    case .gnuParallel: "PARALLEL_SEQ"
    case .submitted: "GCDCHECK_SHARD_INDEX"
    }
  }

  /// Holds how many jobs there are. A task of Slurm's array has it from three variables.
  package var total: String {
    switch self {
    case .bazel: "TEST_TOTAL_SHARDS"
    case .slurm: "SLURM_ARRAY_TASK_MAX"
    case .buildkite: "BUILDKITE_PARALLEL_JOB_COUNT"
    case .circleCI: "CIRCLE_NODE_TOTAL"
    case .gitLab: "CI_NODE_TOTAL"
    case .semaphore: "SEMAPHORE_JOB_COUNT"
    case .bitbucket: "BITBUCKET_PARALLEL_STEP_COUNT"
    case .kubernetes, .gnuParallel, .submitted: JobEngine.givenTotal
    }
  }

  /// The user says how many jobs there are, for engines that do not.
  package static let givenTotal = "GCDCHECK_SHARD_TOTAL"

  /// The number of the first job; that of Slurm is in a variable.
  package var first: Int {
    switch self {
    case .bazel, .kubernetes, .slurm, .buildkite, .circleCI, .bitbucket, .submitted: 0
    case .gitLab, .semaphore, .gnuParallel: 1
    }
  }

  /// Test programs that are built for it run only some of their tests in each job.
  package var sharesTests: Bool { self == .bazel }

  /// Each variable that a shard follows from.
  package var variables: [String] {
    self == .slurm
      ? [index, SlurmArray.first, total, SlurmArray.step, SlurmArray.count] : [index, total]
  }
}

extension JobEngine {
  /// Each variable that `EngineShard` reads.
  package static let allVariables = Set(allCases.flatMap(\.variables)).union([submitterName])

  /// HTCondor sets its own name in it, in each job.
  static let submitterName = "BATCH_SYSTEM"
}

/// The other variables of a task of Slurm's array.
enum SlurmArray {
  static let first = "SLURM_ARRAY_TASK_MIN"
  static let step = "SLURM_ARRAY_TASK_STEP"
  static let count = "SLURM_ARRAY_TASK_COUNT"
}
