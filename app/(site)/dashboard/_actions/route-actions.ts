'use server'

import { revalidatePath } from 'next/cache'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { findOwnRoute } from '../_server/find-own-route'
import { sellerActions } from '../_server/seller-actions'
import { readRouteForm } from '../routes/_components/read-route-form'
import { textsOf, valueOf } from '../routes/_components/route-value'
import { doneForm, expectedIn, type FormState, refusedForm } from './form-state'

export async function saveRoute(_state: FormState, form: FormData): Promise<FormState> {
  const routeId = String(form.get('routeId') ?? '')
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
    const theirs = route && outcome.current && { version: outcome.current, theirs: textsOf(valueOf(route)) }
    return { ...refusedForm(form, outcome), ...(theirs && { conflict: theirs }) }
  }
  revalidatePath('/dashboard', 'layout')
  return { ...doneForm(t('route.saved')), version: outcome.value }
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
