// Licensed under the Apache License, Version 2.0; see LICENSE.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items;

static void *take(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  while (items == 0) {
    pthread_cond_wait(&changed, &lock);
  }
  items -= 1;
  if (items < 0) exit(3);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t takers[2];
  for (int i = 0; i < 2; i++) pthread_create(&takers[i], NULL, take, NULL);
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    items += 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
  }
  for (int i = 0; i < 2; i++) pthread_join(takers[i], NULL);
  return 0;
}
