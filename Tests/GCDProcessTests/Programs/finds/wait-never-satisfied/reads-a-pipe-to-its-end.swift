// Licensed under the Apache License, Version 2.0; see LICENSE.
// says: reads from the file descriptor
// says: created at reads-a-pipe-to-its-end.swift:8
// says: whose other end is open in this process, and nothing left writes to that or closes it
import Foundation

/// Nothing closes the end that is written to, so there is no end of the data.
let pipe = Pipe()
pipe.fileHandleForWriting.write(Data("word".utf8))
let all = pipe.fileHandleForReading.readDataToEndOfFile()
print(all.count)
