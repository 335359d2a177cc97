'use server'

import { revalidatePath } from 'next/cache'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { readLanguage } from '@/app/_components/language'
import { type ActionOutcome, act } from './dashboard'
import { type DocumentInWords, documentInWords } from './document-in-words'
import { doneForm, emptyForm, refusedForm, textIn } from './form-state'
import { operationForm, sellerForm, sendForm } from './seller-form'

export const claimOwnChannels = operationForm('claimNow', ({ claims }, t) => {
  const channels = claims.reduce((sum, claim) => sum + claim.channels, 0)
  return doneForm(channels === 0 ? t('nothingToClaim') : t('claiming', { channels }))
})

export const refreshListing = operationForm('refreshListing', () => emptyForm)

export const issueInvoices = operationForm('issueInvoices', ({ issued, isDone }, t) =>
  doneForm(t(isDone ? 'invoicesIssued' : 'invoicesInPart', { issued })),
)

export const saveMailbox = operationForm(
  'setMailbox',
  ({ address, isConfirmed }, t) => doneForm(isConfirmed ? t('saved') : t('linkSent', { address })),
  async () => ({ language: await readLanguage() }),
)

export const dropMailbox = operationForm('removeMailbox', '/dashboard/profile?done=mailboxRemoved')

export const addKey = operationForm(
  'createKey',
  ({ secret }, t) => doneForm(t('keyMade'), secret),
  (form) => {
    const end = textIn(form, 'expiresAt')
    // A day that is chosen still counts.
    return { expiresAt: end === '' ? null : `${end}T23:59:59Z` }
  },
)

export const endKey = operationForm('revokeKey', '/dashboard/keys?done=keyRevoked')

export const addEndpoint = operationForm('createWebhook', ({ key }, t) => doneForm(t('webhookAdded'), key))

export const removeWebhook = operationForm('removeWebhook', '/dashboard/webhooks?done=webhookRemoved')

export const resendDelivery = operationForm('resendDelivery', (_, t) => doneForm(t('onItsWay')))

export const promiseRefund = operationForm('promiseRefund', ({ refundId }) => ({ ...emptyForm, refundId }))

export const changeRefund = sellerForm<unknown>(
  (form) => sendForm(form.get('does') === 'cancel' ? 'cancelRefund' : 'recordRefund', form),
  (recorded, t, form) =>
    isPending(recorded) ? refusedForm(form, { message: t('refundUnseen'), fields: {} }) : emptyForm,
)

const isPending = (recorded: unknown): boolean =>
  typeof recorded === 'object' && recorded !== null && 'status' in recorded && recorded.status === 'pending'

export async function recordSent(
  refundId: string,
  transaction: string,
): Promise<{ status: 'confirmed' | 'pending' } | { status: 'refused'; message: string }> {
  const body = { transaction: String(transaction) }
  const outcome = await act('recordRefund', { refundId: String(refundId) }, { body })
  if (!outcome.ok) return { status: 'refused', message: outcome.message }
  if (outcome.value.status === 'confirmed') revalidatePath('/dashboard', 'layout')
  return outcome.value
}

export async function readApiDocument(input: unknown): Promise<ActionOutcome<DocumentInWords>> {
  const outcome = await act('readApiDocument', {}, { body: input })
  return outcome.ok ? { ok: true, value: await documentInWords(outcome.value) } : outcome
}

/** Sells the service, or changes that version of the gateway of that id. Then goes to its page. */
export async function saveGateway(
  gatewayId: string | null,
  body: unknown,
  expected: string[] | null,
): Promise<ActionOutcome<unknown>> {
  const outcome =
    gatewayId === null
      ? await act('createGateway', {}, { body })
      : await act('updateGateway', { gatewayId }, { body, expected })
  if (!outcome.ok) return outcome
  revalidatePath('/dashboard', 'layout')
  // Another address after each save, so that the page shows a fresh form.
  redirect(`/dashboard/gateways/${outcome.value.gatewayId}?saved=${Date.now()}`)
}

export const removeGateway = operationForm('removeGateway', '/dashboard/routes?done=gatewayRemoved')

/** Makes the key that signs facts about buyers for the shop's own servers. */
export const makeUpstreamKey = operationForm('makeUpstreamKey', async ({ key }) =>
  doneForm((await getTranslations('gateways'))('keyMade'), key),
)

const isLift = (form: FormData) => form.get('does') === 'lift'

export const changeSuspension = operationForm(
  'suspend',
  (_, t, form) => doneForm(t(isLift(form) ? 'lifted' : 'suspended')),
  (form) => ({ what: 'shop', ...(isLift(form) && { reason: null }) }),
)
