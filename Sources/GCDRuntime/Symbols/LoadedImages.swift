// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDUnwind
import Glibc

/// A loaded executable or library.
struct LoadedImage {
  let path: String
  let name: String
  /// Run-time address minus address in the file.
  let bias: UInt
  let range: Range<UInt>
  /// Neither the toolchain's nor the system's.
  var holdsUserCode: Bool

  init(path: String, bias: UInt, range: Range<UInt>, holdsUserCode: Bool) {
    self.path = path
    name = path.split(separator: "/").last.map(String.init) ?? path
    self.bias = bias
    self.range = range
    self.holdsUserCode = holdsUserCode
  }

  func fileAddress(of address: UInt) -> UInt { address &- bias }

  /// It is what `gcdcheck run` puts into a program.
  var isPutIn: Bool { path == LoadedImage.ownLibrary }

  /// The library that this code is in where it was preloaded.
  private static let ownLibrary: String? = gcdc_own_library().map { String(cString: $0) }
}

/// The images that addresses were found in so far, and their symbol tables.
struct LoadedImages {
  private var found = LoadedImages.known
  private var tables: [String: ElfSymbolTable?] = [:]
  private var variables: [String: ElfSymbolTable?] = [:]

  /// The folder of the loaded libswiftCore; nil when the runtime is linked statically.
  static let runtimeFolder: String? = {
    guard let symbol = dlsym(nil, "swift_demangle"), let image = lookUp(UInt(bitPattern: symbol)) else {
      return nil
    }
    guard let slash = image.path.lastIndex(of: "/"), image.name.hasPrefix("libswiftCore") else {
      return nil
    }
    return String(image.path[..<slash])
  }()

  /// The image that holds the address.
  mutating func image(at address: UInt) -> LoadedImage? {
    if let index = found.firstIndex(where: { $0.range.contains(address) }) { return found[index] }
    guard var image = LoadedImages.lookUp(address) else { return nil }
    image.holdsUserCode = !image.isPutIn && LoadedImages.isUser(path: image.path)
    found.append(image)
    return image
  }

  /// The name that the image's own symbol table has for the address.
  mutating func symbol(at address: UInt, in image: LoadedImage) -> String? {
    table(of: image)?.name(at: image.fileAddress(of: address))
  }

  /// A reader may know lines of the image: it has them in it, or, as user code may, in a file of their own.
  mutating func mayHaveLines(_ image: LoadedImage) -> Bool {
    image.holdsUserCode || table(of: image)?.hasLines == true
  }

  private mutating func table(of image: LoadedImage) -> ElfSymbolTable? {
    if let table = tables[image.path] { return table }
    let table = ElfSymbolTable(path: image.path)
    tables[image.path] = .some(table)
    return table
  }

  /// The name that the image's own symbol table has for the variable at the address.
  mutating func variable(at address: UInt, in image: LoadedImage) -> String? {
    if variables[image.path] == nil {
      variables[image.path] = .some(ElfSymbolTable(path: image.path, of: .variables))
    }
    return variables[image.path]??.name(at: image.fileAddress(of: address))
  }

  /// Of the program, where the process was warmed up: most places in schedules are in its own file.
  ///
  /// Written before the first fork, while the process has one thread.
  nonisolated(unsafe) private static var known: [LoadedImage] = []

  /// Looks up once what each fork of this process would look up again.
  static func warmUp() {
    var images = LoadedImages()
    _ = images.image(at: gcdc_program_address())
    known = images.found
  }

  private static func lookUp(_ address: UInt) -> LoadedImage? {
    var image = gcdc_image()
    guard gcdc_image_at(address, &image) else { return nil }
    let path = withUnsafeBytes(of: &image.path) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return LoadedImage(path: path, bias: image.bias, range: image.low..<image.high, holdsUserCode: false)
  }

  private static let systemFolders = [
    "/lib/", "/lib32/", "/lib64/", "/usr/lib/", "/usr/lib32/", "/usr/lib64/",
  ]

  private static func isUser(path: String) -> Bool {
    // The kernel's own page has a name without a folder.
    guard path.contains("/") else { return false }
    if let folder = runtimeFolder, path.hasPrefix(folder + "/") { return false }
    return !systemFolders.contains { path.hasPrefix($0) }
  }
}
#endif
