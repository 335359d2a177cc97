'use server'

import { revalidatePath } from 'next/cache'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { ActionOutcome } from '../_server/dashboard'
import type { DocumentInWords } from '../_server/read-document-in-words'
import { sellerActions } from '../_server/seller-actions'
import { doneForm, textIn } from './form-state'
import { sellerForm } from './seller-form'

export async function readApiDocument(input: unknown): Promise<ActionOutcome<DocumentInWords>> {
  return sellerActions.readApiDocument(input)
}

/** Sells the service, or changes that version of the gateway of that id. Then goes to its page. */
export async function saveGateway(
  gatewayId: string | null,
  input: unknown,
  version: string | null,
): Promise<ActionOutcome<unknown>> {
  const outcome = await sellerActions.saveGateway(gatewayId, input, version === null ? null : [version])
  if (!outcome.ok) return outcome
  revalidatePath('/dashboard', 'layout')
  // Another address after each save, so that the page shows a fresh form.
  redirect(`/dashboard/gateways/${outcome.value.gatewayId}?saved=${Date.now()}`)
}

export const removeGateway = sellerForm(
  (form) => sellerActions.removeGateway(textIn(form, 'gatewayId')),
  '/dashboard/gateways?done=gatewayRemoved',
)

/** Makes the key that signs facts about buyers for the shop's own servers. */
export const makeUpstreamKey = sellerForm(
  (form) => sellerActions.makeUpstreamKey({ now: form.get('now') === 'yes' }),
  async ({ key }) => doneForm((await getTranslations('gateways'))('keyMade'), key),
)
