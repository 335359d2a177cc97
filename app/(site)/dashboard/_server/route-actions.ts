'use server'

import { revalidatePath } from 'next/cache'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { dividerOf } from '@/lib/base/markdown/free-part'
import { readRouteForm } from '../routes/_components/read-route-form'
import { fieldAt } from '../routes/_components/route-fields'
import { act, editedOf, find, runAsSeller } from './dashboard'
import { doneForm, expectedIn, type FormState, refusedForm, textIn } from './form-state'
import { operationForm } from './seller-form'

export async function saveRoute(_state: FormState, form: FormData): Promise<FormState> {
  const routeId = textIn(form, 'routeId')
  const t = await getTranslations('routes')
  const own = routeId === '' ? null : await find('getRoute', { routeId })
  const stored = own && editedOf(own).value
  const { value, faults } = readRouteForm(t, form, stored)
  if (Object.keys(faults).length > 0) return refusedForm(form, { message: t('faults.notTogether'), fields: faults })
  if (routeId === '') {
    const made = await act('createRoute', {}, { body: value })
    if (!made.ok) return refusedForm(form, atControls(made))
    revalidatePath('/dashboard', 'layout')
    redirect(`/dashboard/routes/${made.value.routeId}?saved=1`)
  }
  const outcome = await act('updateRoute', { routeId }, { body: value, expected: expectedIn(form) })
  if (!outcome.ok) {
    const isOther = outcome.current && stored
    const text = isOther && [stored.title, 'body' in stored ? stored.body : ''].join('\n\n').trim()
    return { ...refusedForm(form, atControls(outcome)), ...(text && { stored: text }) }
  }
  revalidatePath('/dashboard', 'layout')
  const { state, version } = outcome.value
  return { ...doneForm(t(state === 'live' ? 'route.savedLive' : 'route.savedOff')), version }
}

/** Names the faults by the form's controls. */
function atControls<Refusal extends { fields: FormState['fields'] }>(refusal: Refusal): Refusal {
  const fields: Record<string, string> = {}
  for (const [path, fault] of Object.entries(refusal.fields)) {
    const name = fieldAt(path)?.name ?? path
    fields[name] = [fields[name], fault].filter(Boolean).join(' ')
  }
  return { ...refusal, fields }
}

export const publishRoute = operationForm('publishRoute', (_, t) => doneForm(t('published')))

export const pauseRoute = operationForm('pauseRoute', (_, t) => ({ ...doneForm(t('paused')), isQuiet: true }))

export const archiveRoute = operationForm('archiveRoute', '/dashboard/routes?done=routeArchived')

/** Where saving a text would divide it. */
export async function findDivider(text: unknown) {
  return runAsSeller(async () => dividerOf(String(text)))
}

export const duplicate = operationForm('duplicateRoute', ({ routeId }) => redirect(`/dashboard/routes/${routeId}`))
