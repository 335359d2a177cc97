'use server'

import { revalidatePath } from 'next/cache'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { readLanguage } from '@/app/_site/language'
import type { ActionOutcome } from '../_server/dashboard'
import type { DocumentInWords } from '../_server/read-document-in-words'
import { sellerActions } from '../_server/seller-actions'
import { doneForm, emptyForm, proofIn, refusedForm, textIn } from './form-state'
import { sellerForm } from './seller-form'

export const claimOwnChannels = sellerForm(
  () => sellerActions.claimNow(),
  (claims, t) => {
    const channels = claims.reduce((sum, claim) => sum + claim.channels, 0)
    return doneForm(channels === 0 ? t('nothingToClaim') : t('claiming', { channels }))
  },
)

export const changeListing = sellerForm<unknown>(
  (form) => {
    const act = textIn(form, 'act') === 'delist' ? sellerActions.delistRoute : sellerActions.refreshListing
    return act(textIn(form, 'routeId'))
  },
  () => emptyForm,
)

export const saveMailbox = sellerForm(
  async (form) => {
    const language = await readLanguage()
    const tellsEachSale = form.has('tellsEachSale')
    return sellerActions.setMailbox({ address: textIn(form, 'address'), tellsEachSale, language })
  },
  ({ address, isConfirmed }, t) => doneForm(isConfirmed ? t('saved') : t('linkSent', { address: address ?? '' })),
)

export const dropMailbox = sellerForm(
  () => sellerActions.removeMailbox(),
  '/dashboard/notifications?done=mailboxRemoved',
)

export const addKey = sellerForm(
  (form) => {
    const end = textIn(form, 'expiresAt')
    // A day that is chosen still counts.
    const expiresAt = end === '' ? null : `${end}T23:59:59Z`
    const input = { name: textIn(form, 'name'), scopes: form.getAll('scopes').map(String), expiresAt }
    return sellerActions.createKey(input, proofIn(form))
  },
  ({ secret }, t) => doneForm(t('keyMade'), secret),
)

export const endKey = sellerForm(
  (form) => sellerActions.revokeKey(textIn(form, 'keyId')),
  '/dashboard/keys?done=keyRevoked',
)

export const addEndpoint = sellerForm(
  (form) =>
    sellerActions.createEndpoint({ url: textIn(form, 'url').trim(), events: form.getAll('events').map(String) }),
  ({ key }, t) => doneForm(t('webhookAdded'), key),
)

const isRemoval = (form: FormData) => form.get('does') === 'remove'

export const changeWebhook = sellerForm<unknown>(
  (form) => sellerActions[isRemoval(form) ? 'removeEndpoint' : 'resendDelivery'](textIn(form, 'id')),
  (_, t, form) => (isRemoval(form) ? redirect('/dashboard/webhooks?done=webhookRemoved') : doneForm(t('onItsWay'))),
)

export const promiseRefund = sellerForm(
  (form) => {
    const input = { amount: textIn(form, 'amount').trim(), keepsAccess: form.get('keepsAccess') === 'yes' }
    return sellerActions.promiseRefund(textIn(form, 'paymentId'), input)
  },
  ({ refundId }) => ({ ...emptyForm, refundId }),
)

export const changeRefund = sellerForm<{ status: string } | void>(
  (form) =>
    form.get('does') === 'cancel'
      ? sellerActions.cancelRefund(textIn(form, 'refundId'))
      : sellerActions.recordRefund(textIn(form, 'refundId'), { transaction: textIn(form, 'transaction').trim() }),
  (recorded, t, form) =>
    recorded?.status === 'pending' ? refusedForm(form, { message: t('refundUnseen'), fields: {} }) : emptyForm,
)

export async function recordSent(
  refundId: string,
  transaction: string,
): Promise<{ status: 'confirmed' | 'pending' } | { status: 'refused'; message: string }> {
  const outcome = await sellerActions.recordRefund(String(refundId), { transaction: String(transaction) })
  if (!outcome.ok) return { status: 'refused', message: outcome.message }
  if (outcome.value.status === 'confirmed') revalidatePath('/dashboard', 'layout')
  return outcome.value
}

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
