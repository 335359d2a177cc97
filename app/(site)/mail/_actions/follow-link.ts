'use server'

import { redirect } from 'next/navigation'
import { confirmMailbox, unsubscribe } from '../_server/mail-links'

/** Only a press acts: programs that scan e-mails open every link in them. */
export async function followConfirmation(form: FormData): Promise<void> {
  const isDone = await confirmMailbox(String(form.get('token') ?? ''))
  redirect(`/mail/confirm?was=${isDone ? 'done' : 'refused'}`)
}

export async function followUnsubscription(form: FormData): Promise<void> {
  const isDone = await unsubscribe(String(form.get('token') ?? ''))
  redirect(`/mail/unsubscribe?was=${isDone ? 'done' : 'refused'}`)
}
