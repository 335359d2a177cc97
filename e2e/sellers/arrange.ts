import type { Hex } from 'viem'

export type Order = {
  /** The key of the wallet that signs in. */
  key: Hex
  userAgent: string
  /** Null signs in only. A shop whose programs may do nothing has no key. */
  shop: { handle: string; name: string; payTo: string; scopes: string[] } | null
}

/** The session's cookie, and the secret of the shop's key. */
type Arranged = { cookie: { name: string; value: string }; secret: string | null }

/** Asks the program that opens shops without a browser (development/testing/arrange-sellers.ts), at `url`. */
export async function arrange(url: string, order: Order): Promise<Arranged> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(order) })
  if (!answer.ok) throw new Error(`No shop was opened: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Arranged
}
