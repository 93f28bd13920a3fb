// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A package without dependencies whose tests are all alike, so that any of them stands for all.
struct BundleSources {
  let framework: BundleFramework
  /// It has some 40,000 lines besides.
  let isLarge: Bool

  /// Texts by their paths in the package.
  var files: [String: String] {
    var files = [
      "Package.swift": manifest, "Sources/Transfers/Bank.swift": BundleSources.bank,
      "Tests/TransferTests/TransferTests.swift": tests,
    ]
    for number in isLarge ? 0..<40 : 0..<0 {
      files["Sources/Transfers/Orders\(number).swift"] = BundleSources.orders(in: number)
    }
    return files
  }

  /// The programs in it are those that people have, so it is no package in Swift 6 mode.
  private var manifest: String {
    """
    // swift-tools-version: 6.0
    import PackageDescription

    let package = Package(
      name: "Transfers",
      targets: [
        .target(name: "Transfers"), .testTarget(name: "TransferTests", dependencies: ["Transfers"]),
      ],
      swiftLanguageModes: [.v5])

    """
  }

  /// Four blocks with a transfer each.
  private static let bank = """
    import Dispatch

    public final class Bank {
      private let queue = DispatchQueue(label: "bank")
      private var accounts = [100, 100, 100, 100]

      public init() {}

      public var sum: Int { queue.sync { accounts.reduce(0, +) } }

      public func transfer(_ amount: Int, from: Int, to: Int) {
        queue.sync {
          accounts[from] -= amount
          accounts[to] += amount
        }
      }

      public func transferAll() {
        let group = DispatchGroup()
        for index in 0..<4 {
          DispatchQueue.global().async(group: group) {
            self.transfer(index + 1, from: index, to: (index + 1) % 4)
          }
        }
        group.wait()
      }
    }

    """

  private var tests: String {
    let numbers = 1...BundleFramework.tests
    switch framework {
    case .xcTest:
      let methods = numbers.map {
        """
          func \(BundleFramework.testName($0))() {
            let bank = Bank()
            bank.transferAll()
            XCTAssertEqual(bank.sum, 400)
          }

        """
      }
      return "import Transfers\nimport XCTest\n\nfinal class TransferCase: XCTestCase {\n"
        + methods.joined(separator: "\n") + "}\n"
    case .swiftTesting:
      let functions = numbers.map {
        """
        @Test func \(BundleFramework.testName($0))() {
          let bank = Bank()
          bank.transferAll()
          #expect(bank.sum == 400)
        }

        """
      }
      return "import Testing\nimport Transfers\n\n" + functions.joined(separator: "\n")
    }
  }

  /// A thousand lines of types and conformances, as a program of that size has them.
  private static func orders(in file: Int) -> String {
    let types = (0..<40).map { number in
      let name = "Order\(file)x\(number)"
      let methods = (0..<4).map {
        """
          func total\($0)(_ rate: Double) -> Double {
            items.reduce(0) { $0 + Double($1.value) * rate }
          }

        """
      }
      return """
        struct \(name): Hashable, Codable, CustomStringConvertible {
          var number = \(number)
          var items: [String: Int] = [:]

          var description: String { "\(name) \\(number) of \\(items.count)" }

          mutating func add(_ name: String, _ count: Int) { items[name, default: 0] += count }

        \(methods.joined(separator: "\n"))}

        """
    }
    return types.joined(separator: "\n")
  }
}
