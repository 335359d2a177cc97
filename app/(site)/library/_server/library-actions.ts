'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { giveBack } from './channels'
import { closeOwnAccount } from './library'

/** Why the account is still open; empty at first. */
type CloseState = { message: string }

export async function closeAccount(_state: CloseState, form: FormData): Promise<CloseState> {
  const outcome = await closeOwnAccount(String(form.get('ending') ?? ''))
  if (!outcome.ok) return { message: outcome.message }
  redirect('/library')
}

/** The outcome of asking for a channel's balance; `amount` in atomic units. */
export type GivenBack = { ok: true; amount: string } | { ok: false; message: string }

export async function giveBackRest(network: string, id: string): Promise<GivenBack> {
  const outcome = await giveBack({ network: String(network).slice(0, 100), id: String(id).slice(0, 100) })
  if (outcome.kind === 'returned') return { ok: true, amount: outcome.amountAtomic.toString() }
  const t = await getTranslations('libraryActions.channel.ends')
  return { ok: false, message: t(outcome.kind) }
}
