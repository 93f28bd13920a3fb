// Licensed under the Apache License, Version 2.0; see LICENSE.
// Whether the other end of a connection is in this process: two sockets that name each other.
#include "Descriptors.h"

#if GCDC_INTERPOSES
#include <arpa/inet.h>
#include <dirent.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/// The state of a socket and the peer that it is connected to.
typedef struct {
  uint16_t family, own_port, peer_port;  // ports as the network orders them
  struct in6_addr own, peer;             // of the older family, the first four bytes
} gcdc_connection;

typedef int (*gcdc_naming)(int, struct sockaddr *, socklen_t *);

GCDC_UNINSTRUMENTED static bool name_end(int descriptor, gcdc_naming name, uint16_t *family,
                                         struct in6_addr *address, uint16_t *port) {
  struct sockaddr_storage storage;
  socklen_t size = sizeof storage;
  if (name(descriptor, (struct sockaddr *)&storage, &size) != 0) return false;
  *family = storage.ss_family;
  if (storage.ss_family == AF_INET) {
    struct sockaddr_in *end = (struct sockaddr_in *)&storage;
    memcpy(address, &end->sin_addr, sizeof end->sin_addr);
    *port = end->sin_port;
    return true;
  }
  if (storage.ss_family != AF_INET6) return false;
  struct sockaddr_in6 *end = (struct sockaddr_in6 *)&storage;
  *address = end->sin6_addr;
  *port = end->sin6_port;
  return true;
}

GCDC_UNINSTRUMENTED static bool connection_of(int descriptor, gcdc_connection *connection) {
  memset(connection, 0, sizeof *connection);
  uint16_t family;
  return name_end(descriptor, getsockname, &connection->family, &connection->own, &connection->own_port) &&
         name_end(descriptor, getpeername, &family, &connection->peer, &connection->peer_port);
}

GCDC_UNINSTRUMENTED static bool is_loopback(const gcdc_connection *connection) {
  if (connection->family == AF_INET6) return IN6_IS_ADDR_LOOPBACK(&connection->own);
  return connection->own.s6_addr[0] == 127;
}

GCDC_UNINSTRUMENTED bool gcdc_peer_is_here(int descriptor) {
  gcdc_connection wanted, other;
  if (!connection_of(descriptor, &wanted) || !is_loopback(&wanted)) return false;
  DIR *directory = opendir("/proc/self/fd");
  if (directory == NULL) return false;
  bool is_here = false;
  struct dirent *entry;
  while (!is_here && (entry = readdir(directory)) != NULL) {
    char *end;
    long candidate = strtol(entry->d_name, &end, 10);
    if (*end != '\0' || candidate == descriptor) continue;
    is_here = connection_of((int)candidate, &other) && other.family == wanted.family &&
              other.own_port == wanted.peer_port && other.peer_port == wanted.own_port &&
              memcmp(&other.own, &wanted.peer, sizeof other.own) == 0 &&
              memcmp(&other.peer, &wanted.own, sizeof other.peer) == 0;
  }
  closedir(directory);
  return is_here;
}
#endif
