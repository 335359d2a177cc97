/** The path of an entry's page: the key in base64url, so that any key makes one path segment and each key one path. */
export const entryAddress = (key: string): string => `/bazaar/entry/${idOf(key)}`

export const iconAddress = (key: string): string => `/bazaar/icon/${idOf(key)}`

const idOf = (key: string): string => Buffer.from(key, 'utf8').toString('base64url')

export function parseEntryId(entryId: string): string | null {
  const bytes = Buffer.from(entryId, 'base64url')
  const key = bytes.toString('utf8')
  const isExact = idOf(key) === entryId
  return isExact && key !== '' && key.length <= MAX_KEY ? key : null
}

const MAX_KEY = 2_500
