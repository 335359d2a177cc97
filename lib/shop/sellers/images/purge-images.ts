import type { Database } from '@/lib/base/infra/database'
import { daysBefore, prune } from '@/lib/base/infra/prune'

/** Leaves time for texts that are still drafts in someone's browser. */
const KEPT_DAYS = 30

/** Deletes images that no text has shown for a month; their reserved room is freed with broken uploads. */
export async function purgeImages(database: Database, now: Date): Promise<void> {
  const before = daysBefore(now, KEPT_DAYS)
  await prune(
    (limit) => database.$executeRaw`
      DELETE FROM shop_images image WHERE image_id = ANY(ARRAY(
        SELECT image_id FROM shop_images old WHERE named_at < ${before}
          AND NOT EXISTS (SELECT 1 FROM route_images used WHERE used.image_id = old.image_id)
          AND NOT EXISTS (SELECT 1 FROM sellers shop WHERE shop.picture_id = old.image_id)
        ORDER BY named_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))
      AND named_at < ${before}`,
    { stepRows: 100 },
  )
}
