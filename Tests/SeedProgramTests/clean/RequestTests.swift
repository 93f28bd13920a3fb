// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation
import FoundationNetworking
import GCDCheck
import Glibc
import Testing

/// A request of URLSession inside a group. Its whole machinery, queues, sources on sockets and timers, runs
/// under control; only an answer from another process would be uncontrolled.
@Suite struct RequestTests {
  @Test func p85ARequestToAServerOfThisProcess() {
    expectClean(schedules: 50) {
      let (listener, port) = try Loopback.listen()
      let server = Thread { answerOnce(listener) }
      server.start()
      let group = DispatchGroup()
      let received = Shared("")
      group.enter()
      let session = URLSession(configuration: .ephemeral)
      session.dataTask(with: URL(string: "http://127.0.0.1:\(port)/")!) { data, _, _ in
        received.value = String(decoding: data ?? Data(), as: UTF8.self)
        group.leave()
      }.resume()
      group.wait()
      session.finishTasksAndInvalidate()
      try require(received.value == "abc", received.value)
    }
  }

  @Test func p85ARequestThatNobodyAnswers() {
    expectClean(schedules: 50) {
      let (listener, port) = try Loopback.listen()
      close(listener)
      let group = DispatchGroup()
      let code = Shared(0)
      group.enter()
      let session = URLSession(configuration: .ephemeral)
      session.dataTask(with: URL(string: "http://127.0.0.1:\(port)/")!) { _, _, error in
        code.value = (error as? URLError)?.errorCode ?? 0
        group.leave()
      }.resume()
      group.wait()
      session.finishTasksAndInvalidate()
      try require(code.value == NSURLErrorCannotConnectToHost, "\(code.value)")
    }
  }

  @Test func p85TheSameWithAStub() {
    expectClean(schedules: 50) {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.protocolClasses = [Stub.self]
      let session = URLSession(configuration: configuration)
      let group = DispatchGroup()
      let count = Shared(0)
      group.enter()
      session.dataTask(with: URL(string: "http://stub.invalid/")!) { data, _, _ in
        count.value = data?.count ?? -1
        group.leave()
      }.resume()
      group.wait()
      session.finishTasksAndInvalidate()
      try require(count.value == 3)
    }
  }
}

private func answerOnce(_ listener: Int32) {
  let peer = accept(listener, nil, nil)
  var request = [UInt8](repeating: 0, count: 4_096)
  _ = recv(peer, &request, request.count, 0)
  let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc".utf8)
  _ = send(peer, answer, answer.count, 0)
  close(peer)
  close(listener)
}

private final class Stub: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
  override func startLoading() {
    let response = HTTPURLResponse(
      url: request.url!, statusCode: 200, httpVersion: nil, headerFields: nil)!
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: Data([1, 2, 3]))
    client?.urlProtocolDidFinishLoading(self)
  }
  override func stopLoading() {}
}
