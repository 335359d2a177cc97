'use server'

import { redirect } from 'next/navigation'
import { entryAddress } from '../_components/entry-address'
import { checkService, listService, type ServiceCheck, type ServiceInput } from '../_server/add-service'

/** What the page shows after its form was sent, and the typed values. */
export type AddState = ServiceInput & {
  /** About the address itself. */
  fault: string | null
  checks: ServiceCheck[]
  isListable: boolean
  /** Why it was not listed after all. */
  rejection: string | null
}

/** Checks an address, or lists it when that button was pressed. */
export async function addService(_before: AddState | null, form: FormData): Promise<AddState> {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const input = { url: text('url'), method: text('method'), toolName: text('toolName') }
  return text('act') === 'list' ? list(input) : check(input)
}

const nothing = { fault: null, checks: [], isListable: false, rejection: null }

async function check(input: ServiceInput): Promise<AddState> {
  const result = await checkService(input)
  if (result.kind === 'refused') return { ...input, ...nothing, fault: result.message }
  const { checks, isListable } = result
  return { ...input, ...nothing, checks, isListable }
}

async function list(input: ServiceInput): Promise<AddState> {
  const result = await listService(input)
  if (result.kind === 'refused')
    return { ...input, ...nothing, isListable: result.isTooSoon, rejection: result.message }
  const { outcome } = result
  if (outcome.status === 'success') redirect(entryAddress(outcome.key))
  const rejection = outcome.status === 'rejected' ? outcome.rejectedReason : 'It is being looked at.'
  return { ...input, ...nothing, rejection }
}
