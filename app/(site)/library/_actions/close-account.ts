'use server'

import { redirect } from 'next/navigation'
import { closeOwnAccount } from '../_server/own-account'

/** Why the account is still open; empty at first. */
export type CloseState = { message: string }

export async function closeAccount(_state: CloseState, form: FormData): Promise<CloseState> {
  const outcome = await closeOwnAccount(String(form.get('ending') ?? ''))
  if (!outcome.ok) return { message: outcome.message }
  redirect('/library')
}
