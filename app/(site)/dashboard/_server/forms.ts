'use server'

import { revalidatePath } from 'next/cache'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { readLanguage } from '@/app/_components/language'
import type { Sentence } from '@/lib/base/sentences/sentence'
import type { DocumentReading, ProposedOperation } from '@/lib/shop/sellers/gateways/read-document'
import { handleOfName } from '@/lib/shop/sellers/shop-handle'
import { inWords } from '@/lib/site/messages/in-words'
import { translateIn } from '@/lib/site/messages/translate'
import { linksIn } from '../_components/links-as-text'
import { type ActionOutcome, act, closeOwnShop, openDashboard, openShop as openOwnShop } from './dashboard'
import { doneForm, emptyForm, refusedForm, textIn } from './form-state'
import { operationForm, sellerForm, sendForm } from './seller-form'

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

export type OperationInWords = Omit<ProposedOperation, 'problem' | 'unread'> & {
  problem: string | null
  unread: string[]
}
export type DocumentInWords = Omit<DocumentReading, 'operations' | 'unread'> & {
  operations: OperationInWords[]
  unread: string[]
}

async function documentInWords(reading: DocumentReading): Promise<DocumentInWords> {
  const t = translateIn(await readLanguage(), 'sentences')
  const allInWords = (unread: Sentence[]) => unread.map((sentence) => inWords(t, sentence))
  const operations = reading.operations.map(({ problem, unread, ...operation }) => ({
    ...operation,
    problem: problem && inWords(t, problem),
    unread: allInWords(unread),
  }))
  return { ...reading, operations, unread: allInWords(reading.unread) }
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

export const openShop = sellerForm(
  (form) => {
    const name = textIn(form, 'name')
    const handle = textIn(form, 'handle').trim() || handleOfName(name)
    const payees = form.getAll('payee').map((payee) => {
      const [network = '', address = ''] = String(payee).split(' ')
      return { network, address }
    })
    return openOwnShop({ handle, name, payees })
  },
  (_shop, _t, form) => redirect(form.has('payee') ? startOf(textIn(form, 'goTo')) : '/dashboard/payees'),
)

/** The page of the dashboard that the new seller came for; without one, the choice of what to sell. */
const startOf = (goTo: string) => (/^\/dashboard\/[a-z/]+(\?[\w=&]*)?$/.test(goTo) ? goTo : '/dashboard/routes/new')

export const closeShop = sellerForm((form) => closeOwnShop({ handle: textIn(form, 'handle') }), '/dashboard')

export const saveProfile = operationForm(
  'saveProfile',
  async (_, t) => {
    const version = (await openDashboard())?.seller?.version
    return { ...doneForm(t('saved')), ...(version !== undefined && { version }) }
  },
  (form) => {
    const lines = (name: string) => textIn(form, name).replaceAll('\r\n', '\n')
    const invoice = ['name', 'address', 'contact', 'tax', 'taxPercent'].map((name) => [name, lines(`invoice.${name}`)])
    return {
      about: lines('about'),
      links: linksIn(textIn(form, 'links')),
      picture: textIn(form, 'dropPicture') === '' ? textIn(form, 'picture') || null : null,
      invoice: Object.fromEntries(invoice),
      takesBudgets: form.has('takesBudgets'),
    }
  },
)

/** The first call returns the message to sign; with the signature the change is made. */
export const setPayTo = operationForm(
  'confirmPayTo',
  (_, t) => doneForm(t('payeeConfirmed')),
  (form) => ({ confirmation: textIn(form, 'confirmation') }),
)
