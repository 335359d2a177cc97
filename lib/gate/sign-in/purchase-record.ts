import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { isUuid } from '@/lib/base/infra/identifiers'
import { readCookie, writeCookie } from './session-cookie'

/**
 * The payments whose content this browser received, newest first, in a cookie under our HMAC. It proves no wallet: a
 * payment's signature names no site, so that another site's server could pass on one that was made for it, and would be
 * signed in as its payer. So the record opens again what was delivered to this browser, and nothing else.
 */
export type RecordContext = {
  publicOrigin: string
  /** The first key signs; the others are of replaced secrets. */
  signIn: { recordKeys: readonly KeyObject[] }
}

const NAME = 'turnpike-bought'

const ID_BYTES = 16
/** Keeps the cookie below 1.5 KB; the oldest are dropped. */
const MAX_PAYMENTS = 60
/** The longest that browsers keep a cookie. */
const LIFETIME_SECONDS = 400 * 24 * 3600

export function createRecordKey(secret: string): KeyObject {
  return createSecretKey(createHmac('sha256', secret).update('turnpike purchase record v1').digest())
}

/** Ids of payments in a Cookie header; none for a record that is not ours, and for more than one. */
export function readPurchaseRecord({ publicOrigin, signIn }: RecordContext, cookieHeader: string | null): string[] {
  const [head, tag] = readCookie(publicOrigin, NAME, cookieHeader)?.split('.') ?? []
  if (!head || !tag) return []
  const bytes = Buffer.from(head, 'base64url')
  const sent = Buffer.from(tag, 'base64url')
  const isOurs = signIn.recordKeys.some((key) => {
    const own = tagOf(key, bytes)
    return own.length === sent.length && timingSafeEqual(own, sent)
  })
  if (!isOurs || bytes.length % ID_BYTES !== 0) return []
  return Array.from({ length: bytes.length / ID_BYTES }, (_, index) =>
    toUuid(bytes.subarray(index * ID_BYTES, (index + 1) * ID_BYTES)),
  )
}

/** The Set-Cookie text of a record with those payments, newest first; without any, it removes the cookie. */
export function purchaseRecordCookie({ publicOrigin, signIn }: RecordContext, payments: readonly string[]): string {
  const [key] = signIn.recordKeys
  const ids = [...new Set(payments)].filter(isUuid).slice(0, MAX_PAYMENTS)
  const bytes = Buffer.concat(ids.map((id) => Buffer.from(id.replaceAll('-', ''), 'hex')))
  const value = key && ids.length > 0 ? `${bytes.toString('base64url')}.${tagOf(key, bytes).toString('base64url')}` : ''
  return writeCookie(publicOrigin, NAME, { value, seconds: LIFETIME_SECONDS })
}

const tagOf = (key: KeyObject, bytes: Buffer): Buffer => createHmac('sha256', key).update(bytes).digest()

const toUuid = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
