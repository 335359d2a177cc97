'use server'

import { revalidatePath } from 'next/cache'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { dividerOf } from '@/lib/base/markdown/free-part'
import { asSeller, findOwnRoute } from '../_server/dashboard'
import { sellerActions } from '../_server/seller-actions'
import { readRouteForm } from '../routes/_components/read-route-form'
import { valueOf } from '../routes/_components/route-value'
import { doneForm, expectedIn, type FormState, refusedForm, textIn } from './form-state'
import { sellerForm } from './seller-form'

export async function saveRoute(_state: FormState, form: FormData): Promise<FormState> {
  const routeId = textIn(form, 'routeId')
  const t = await getTranslations('routes')
  const route = await findOwnRoute(routeId)
  const { value, faults } = readRouteForm(t, form, route)
  if (Object.keys(faults).length > 0) return refusedForm(form, { message: t('faults.notTogether'), fields: faults })
  if (routeId === '') {
    const made = await sellerActions.createRoute(value)
    if (!made.ok) return refusedForm(form, made)
    revalidatePath('/dashboard', 'layout')
    redirect(`/dashboard/routes/${made.value.routeId}?saved=1`)
  }
  const outcome = await sellerActions.updateRoute(routeId, value, expectedIn(form))
  if (!outcome.ok) {
    const stored = outcome.current && route ? valueOf(route) : null
    const text = stored && [stored.title, 'body' in stored ? stored.body : ''].join('\n\n').trim()
    return { ...refusedForm(form, outcome), ...(text && { stored: text }) }
  }
  revalidatePath('/dashboard', 'layout')
  return { ...doneForm(t('route.saved')), version: outcome.value }
}

const moves = {
  publish: sellerActions.publishRoute,
  pause: sellerActions.pauseRoute,
  archive: sellerActions.archiveRoute,
}

export async function moveRoute(state: FormState, form: FormData): Promise<FormState> {
  const t = await getTranslations('routes')
  const move = textIn(form, 'move')
  if (!(move === 'publish' || move === 'pause' || move === 'archive')) {
    return refusedForm(form, { message: t('faults.chooseMove'), fields: {} })
  }
  const send = sellerForm<unknown>(
    () => moves[move](textIn(form, 'routeId')),
    move === 'archive'
      ? '/dashboard/routes?done=routeArchived'
      : () => ({ ...doneForm(t(`done.${move}`)), isQuiet: move === 'pause' }),
  )
  return send(state, form)
}

/** Where saving a text would divide it. */
export const findDivider = asSeller(async (_context, _actor, text: unknown) => dividerOf(String(text)))

export const duplicate = sellerForm(
  (form) => sellerActions.duplicateRoute(textIn(form, 'routeId'), textIn(form, 'path').trim()),
  ({ routeId }) => redirect(`/dashboard/routes/${routeId}`),
)
