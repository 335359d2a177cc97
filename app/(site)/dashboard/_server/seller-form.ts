import { revalidatePath } from 'next/cache'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { z } from 'zod'
import type { OperationRequest } from '@/lib/shop/api/operation'
import { type AnswerOf, type OperationName, type ParametersOf, sellerOperations } from '@/lib/shop/api/operations'
import type { Translate } from '@/lib/site/messages/translate'
import { type ActionOutcome, act } from './dashboard'
import { type Action, expectedIn, type FormState, proofIn, refusedForm, textIn } from './form-state'

/** Says what follows a form's act: another page, or the form's new state. */
type Then<T> = string | ((value: T, t: Translate<'formDone'>, form: FormData) => FormState | Promise<FormState>)

/**
 * Makes the action of a form from an act and what follows it. A refusal shows the form again as it was filled in; after
 * the act every page of the dashboard is fresh.
 */
export const sellerForm =
  <T>(send: (form: FormData) => Promise<ActionOutcome<T>>, then: Then<T>): Action =>
  async (_state, form) => {
    const outcome = await send(form)
    if (!outcome.ok) return refusedForm(form, outcome)
    revalidatePath('/dashboard', 'layout')
    return typeof then === 'string' ? redirect(then) : then(outcome.value, await getTranslations('formDone'), form)
  }

/**
 * Makes the action of a form whose controls are named as an operation's parameters and the fields of its body.
 * @param own fields that the form says in another way
 */
export const operationForm = <Name extends OperationName>(
  name: Name,
  then: Then<AnswerOf<Name>>,
  own?: (form: FormData) => object | Promise<object>,
): Action => sellerForm((form) => sendForm(name, form, own), then)

export async function sendForm<Name extends OperationName>(
  name: Name,
  form: FormData,
  own?: (form: FormData) => object | Promise<object>,
): Promise<ActionOutcome<AnswerOf<Name>>> {
  const { path = '', body } = sellerOperations[name] ?? {}
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter)
  const parameters = Object.fromEntries(names.map((parameter) => [parameter, textIn(form, parameter).trim()]))
  const sent: OperationRequest = { proof: proofIn(form), expected: expectedIn(form) }
  const fields = body instanceof z.ZodObject ? { ...fieldsIn(body, form), ...(await own?.(form)) } : null
  return act(name, parameters as ParametersOf<Name>, { ...sent, body: fields }) // They are the path's own.
}

/** A body's fields as their controls say them. */
function fieldsIn({ shape }: z.ZodObject<z.ZodRawShape>, form: FormData): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, schema]): [string, unknown][] => {
      const type = schema instanceof z.ZodDefault ? schema.removeDefault() : schema
      if (type instanceof z.ZodBoolean) return [[name, form.has(name)]]
      if (!form.has(name)) return type instanceof z.ZodArray ? [[name, []]] : []
      return [[name, type instanceof z.ZodArray ? form.getAll(name) : textIn(form, name).trim()]]
    }),
  )
}
