import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import type { Database } from '@/lib/base/infra/database'
import { type ImportReport, importListings } from './import-listings'
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

/** Imports the shipped snapshot, as imported and unverified, or refused with a reason. Safe to repeat. */
export async function importSnapshot(database: Database, now: Date, rows?: SnapshotRow[]): Promise<ImportReport> {
  const all = rows ?? (await readSnapshot())
  const pages = all.filter(isProjectPage)
  const report: ImportReport = { listed: 0, refused: pages.length > 0 ? { project_page: pages.length } : {} }
  const listed = all.filter((row) => !isProjectPage(row))
  for (const label of new Set(listed.map((row) => row.source.origin))) {
    const listings = listed.filter((row) => row.source.origin === label)
    const part = await importListings(database, listings, { label, areDatesTrusted: true }, now)
    report.listed += part.listed
    for (const [reason, count] of Object.entries(part.refused))
      report.refused[reason] = (report.refused[reason] ?? 0) + count
  }
  return report
}

/** Imports the shipped snapshot unless the catalog has imported entries already; null then. */
export async function importSnapshotOnce(database: Database, now: Date): Promise<ImportReport | null> {
  if ((await database.catalogEntry.findFirst({ where: { source: 'imported' }, select: { id: true } })) !== null)
    return null
  const report = await importSnapshot(database, now)
  await countWords(database)
  return report
}
