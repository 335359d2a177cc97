import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import type { Database } from '@/lib/base/infra/database'
import { importListings } from './import-listings'
import { countWords } from './index-documents'

/** The listings that the project ships: real ones, captured in 2026. See prisma/seed/catalog/SOURCES.md. */
const SNAPSHOT_FILE = 'prisma/seed/catalog/listings.jsonl.gz'

const snapshotRow = z
  .object({ id: z.string(), source: z.object({ repo: z.string(), origin: z.string() }) })
  .passthrough()

export type SnapshotRow = z.infer<typeof snapshotRow>

export async function readSnapshot(folder = process.cwd()): Promise<SnapshotRow[]> {
  const bytes = await readFile(/*turbopackIgnore: true*/ join(folder, SNAPSHOT_FILE))
  const lines = gunzipSync(bytes).toString('utf8').trim().split('\n')
  return lines.map((line) => snapshotRow.parse(JSON.parse(line)))
}

/** Pages about projects, which their source lists beside services; nothing on them can be paid for. */
const isProjectPage = ({ source }: SnapshotRow): boolean => /ecosystem page|partners data/.test(source.origin)

/** Imports the shipped snapshot, as imported and unverified. Safe to repeat. */
export async function importSnapshot(database: Database, now: Date, rows?: SnapshotRow[]): Promise<void> {
  const listed = (rows ?? (await readSnapshot())).filter((row) => !isProjectPage(row))
  for (const label of new Set(listed.map((row) => row.source.origin))) {
    const listings = listed.filter((row) => row.source.origin === label)
    await importListings(database, listings, { label, areDatesTrusted: true }, now)
  }
}

/** Imports the shipped snapshot unless the catalog has imported entries already. */
export async function importSnapshotOnce(database: Database, now: Date): Promise<void> {
  if (await database.catalogEntry.findFirst({ where: { source: 'imported' }, select: { id: true } })) return
  await importSnapshot(database, now)
  await countWords(database)
}
