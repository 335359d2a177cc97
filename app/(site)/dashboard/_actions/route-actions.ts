'use server'

import { revalidatePath } from 'next/cache'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { findOwnRoute } from '../_server/find-own-route'
import { sellerActions } from '../_server/seller-actions'
import { readRouteForm } from '../routes/_components/read-route-form'
import { doneForm, type FormState, refusedForm } from './form-state'

export async function saveRoute(_state: FormState, form: FormData): Promise<FormState> {
  const routeId = String(form.get('routeId') ?? '')
  const t = await getTranslations('routes')
  const { value, faults } = readRouteForm(t, form, await findOwnRoute(routeId))
  if (Object.keys(faults).length > 0) return refusedForm(form, { message: t('faults.notTogether'), fields: faults })
  const outcome =
    routeId === '' ? await sellerActions.createRoute(value) : await sellerActions.updateRoute(routeId, value)
  if (!outcome.ok) return refusedForm(form, outcome)
  revalidatePath('/dashboard', 'layout')
  if (routeId === '' && outcome.value) redirect(`/dashboard/routes/${outcome.value.routeId}?saved=1`)
  return doneForm(t('route.saved'))
}

const moves = {
  publish: sellerActions.publishRoute,
  pause: sellerActions.pauseRoute,
  archive: sellerActions.archiveRoute,
}

export async function moveRoute(_state: FormState, form: FormData): Promise<FormState> {
  const t = await getTranslations('routes')
  const move = String(form.get('move') ?? '')
  const routeId = String(form.get('routeId') ?? '')
  if (!(move === 'publish' || move === 'pause' || move === 'archive')) {
    return refusedForm(form, { message: t('faults.chooseMove'), fields: {} })
  }
  const outcome = await moves[move](routeId)
  if (!outcome.ok) return refusedForm(form, outcome)
  revalidatePath('/dashboard', 'layout')
  if (move === 'archive') redirect('/dashboard/routes?done=routeArchived')
  return { ...doneForm(t(`done.${move}`)), isQuiet: move === 'pause' }
}

export async function duplicate(_state: FormState, form: FormData): Promise<FormState> {
  const routeId = String(form.get('routeId') ?? '')
  const outcome = await sellerActions.duplicateRoute(routeId, String(form.get('path') ?? '').trim())
  if (!outcome.ok) return refusedForm(form, outcome)
  revalidatePath('/dashboard', 'layout')
  redirect(`/dashboard/routes/${outcome.value.routeId}`)
}
