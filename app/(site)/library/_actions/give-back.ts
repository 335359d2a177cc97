'use server'

import { giveBack } from '../_server/channels'

/** How asking for the rest of a channel ended; `amount` in atomic units. */
export type GivenBack = { ok: true; amount: string } | { ok: false; message: string }

const words = {
  not_found: 'It is not in your library any more. Sign in with the wallet that put it aside, then try again.',
  nothing: 'Nothing is left in it: what was put aside is spent or has come back already.',
  busy: 'A call is being answered out of it. Nothing was changed; try again in a moment.',
  unknown: 'It is on its way, and the chain has not confirmed it yet. Load this page again in a few minutes.',
  refused: 'It could not be given back just now. Nothing was changed; try again in a few minutes.',
}

/** Gives back what is left in a channel of the reader's own wallets. */
export async function giveBackRest(network: string, id: string): Promise<GivenBack> {
  const outcome = await giveBack({ network: String(network).slice(0, 100), id: String(id).slice(0, 100) })
  if (outcome.kind === 'returned') return { ok: true, amount: outcome.amountAtomic.toString() }
  return { ok: false, message: words[outcome.kind] }
}
