import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@/lib/base/infra/database'
import { findStreamed, type StreamAt, type StreamedChannel } from '@/lib/payments/channels/channel-stream'

const LOOK_MS = 300

type Look = Promise<StreamedChannel | null>

/** Running reads of streams; all who wait for one stream share its read. */
const looks = new WeakMap<Database, Map<string, Look>>()

/** Reads a stream's state in a moment. However many callers ask in between, the database is asked once. */
export function lookAgain(database: Database, at: StreamAt): Look {
  const ofDatabase = looks.get(database) ?? new Map<string, Look>()
  looks.set(database, ofDatabase)
  const key = `${at.paymentId} ${at.routeKey}`
  const underWay = ofDatabase.get(key)
  if (underWay) return underWay
  const look = sleep(LOOK_MS)
    .then(() => findStreamed(database, at))
    .finally(() => ofDatabase.delete(key))
  ofDatabase.set(key, look)
  return look
}
