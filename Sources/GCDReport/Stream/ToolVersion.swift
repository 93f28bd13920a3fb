// Licensed under the Apache License, Version 2.0; see LICENSE.

/// The version of gcdcheck, as reports and files that it writes name it.
public let toolVersion = "0.1.0"
