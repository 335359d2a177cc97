import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@/lib/base/infra/database'
import { findStreamed, type StreamAt, type StreamedChannel } from '@/lib/payments/channels/channel-stream'

const LOOK_MS = 300

type Look = Promise<StreamedChannel | null>

/** The looks that are under way, each for all who wait for it. */
const looks = new WeakMap<Database, Map<string, Look>>()

/** How a stream stands in a moment. Of any number who ask in the meantime, the database is asked once. */
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
