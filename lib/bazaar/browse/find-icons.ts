import type { Database } from '@/lib/base/infra/database'
export async function findIconDigests(database: Database, urls: string[]): Promise<Map<string, string>> {
  if (urls.length === 0) return new Map()
  const icons = await database.catalogIcon.findMany({
    where: { url: { in: [...new Set(urls)] }, digest: { not: null } },
    select: { url: true, digest: true },
  })
  return new Map(icons.flatMap(({ url, digest }) => (digest === null ? [] : [[url, digest] as const])))
}

export type StoredIcon = { mediaType: string; bytes: Uint8Array<ArrayBuffer> }

export async function findIcon(database: Database, digest: string): Promise<StoredIcon | null> {
  if (!/^[0-9a-f]{64}$/.test(digest)) return null
  const icon = await database.catalogIcon.findFirst({ where: { digest }, select: { mediaType: true, bytes: true } })
  return icon?.mediaType && icon.bytes ? { mediaType: icon.mediaType, bytes: icon.bytes } : null
}
