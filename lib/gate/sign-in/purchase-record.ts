import type { KeyObject } from 'node:crypto'
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import { isUuid } from '@/lib/base/infra/identifiers'

/**
 * The payments whose content this browser received, newest first, in a cookie under our HMAC. It proves no wallet: a
 * payment's signature names no site, so that another site's server could pass on one that was made for it, and would be
 * signed in as its payer. So the record opens again what was delivered to this browser, and nothing else.
 */
export type RecordContext = {
  publicOrigin: string
  /** The first one signs; the others are of replaced secrets. */
  recordKeys: readonly KeyObject[]
}

const ID_BYTES = 16
/** Keeps the cookie below 1.5 KB; the oldest are dropped. */
const MAX_PAYMENTS = 60
/** The longest that browsers keep a cookie. */
const LIFETIME_SECONDS = 400 * 24 * 3600

export function createRecordKey(secret: string): KeyObject {
  return createSecretKey(createHmac('sha256', secret).update('turnpike purchase record v1').digest())
}

const nameOf = (publicOrigin: string) =>
  publicOrigin.startsWith('https:') ? '__Host-turnpike-bought' : 'turnpike-bought'

/** Ids of payments in a Cookie header; none for a record that is not ours, and for more than one. */
export function readPurchaseRecord({ publicOrigin, recordKeys }: RecordContext, cookieHeader: string | null): string[] {
  const prefix = `${nameOf(publicOrigin)}=`
  const values = (cookieHeader ?? '').split(';').flatMap((pair) => {
    const text = pair.trim()
    return text.startsWith(prefix) ? [text.slice(prefix.length)] : []
  })
  const [head, tag] = values.length === 1 ? (values[0]?.split('.') ?? []) : []
  if (!head || !tag) return []
  const bytes = Buffer.from(head, 'base64url')
  const sent = Buffer.from(tag, 'base64url')
  const isOurs = recordKeys.some((key) => {
    const own = tagOf(key, bytes)
    return own.length === sent.length && timingSafeEqual(own, sent)
  })
  if (!isOurs || bytes.length % ID_BYTES !== 0) return []
  return Array.from({ length: bytes.length / ID_BYTES }, (_, index) =>
    toUuid(bytes.subarray(index * ID_BYTES, (index + 1) * ID_BYTES)),
  )
}

/** The Set-Cookie text of a record with those payments, newest first; without any, it removes the cookie. */
export function purchaseRecordCookie({ publicOrigin, recordKeys }: RecordContext, payments: readonly string[]): string {
  const [key] = recordKeys
  const ids = [...new Set(payments)].filter(isUuid).slice(0, MAX_PAYMENTS)
  const bytes = Buffer.concat(ids.map((id) => Buffer.from(id.replaceAll('-', ''), 'hex')))
  const value = key && ids.length > 0 ? `${bytes.toString('base64url')}.${tagOf(key, bytes).toString('base64url')}` : ''
  const secure = publicOrigin.startsWith('https:') ? '; Secure' : ''
  const maxAge = value === '' ? 0 : LIFETIME_SECONDS
  return `${nameOf(publicOrigin)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`
}

const tagOf = (key: KeyObject, bytes: Buffer): Buffer => createHmac('sha256', key).update(bytes).digest()

const toUuid = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
