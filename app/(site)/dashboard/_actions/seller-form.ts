import { revalidatePath } from 'next/cache'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { Translate } from '@/lib/site/messages/translate'
import type { ActionOutcome } from '../_server/dashboard'
import { type Action, type FormState, refusedForm } from './form-state'

/** Says what follows a form's act: another page, or the form's new state. */
type Then<T> = string | ((value: T, t: Translate<'formDone'>, form: FormData) => FormState | Promise<FormState>)

/**
 * Makes the action of a form from an act and what follows it. A refusal shows the form again as it was filled in; after
 * the act every page of the dashboard is fresh.
 */
export const sellerForm =
  <T>(act: (form: FormData) => Promise<ActionOutcome<T>>, then: Then<T>): Action =>
  async (_state, form) => {
    const outcome = await act(form)
    if (!outcome.ok) return refusedForm(form, outcome)
    revalidatePath('/dashboard', 'layout')
    return typeof then === 'string' ? redirect(then) : then(outcome.value, await getTranslations('formDone'), form)
  }
