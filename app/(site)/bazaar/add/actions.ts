'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { inWords } from '@/lib/site/messages/in-words'
import { entryAddress } from '../_components/entry-address'
import { checkService, listService, type ServiceInput, type ServiceRefusal } from '../_server/add-service'
import { checkInWords, type ShownCheck } from '../_server/check-in-words'
export type AddState = ServiceInput & {
  fault: string | null
  checks: ShownCheck[]
  isListable: boolean
  rejection: string | null
}

export async function addService(_before: AddState | null, form: FormData): Promise<AddState> {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const input = { url: text('url'), method: text('method') }
  return text('act') === 'list' ? list(input) : check(input)
}

const nothing = { fault: null, checks: [], isListable: false, rejection: null }

async function check(input: ServiceInput): Promise<AddState> {
  const result = await checkService(input)
  if (result.kind === 'refused') return { ...input, ...nothing, fault: await refusalInWords(result) }
  const texts = { checks: await getTranslations('bazaarChecks'), sentences: await getTranslations('sentences') }
  const { checks, isListable } = result
  return { ...input, ...nothing, checks: checks.map((check) => checkInWords(texts, check)), isListable }
}

async function list(input: ServiceInput): Promise<AddState> {
  const result = await listService(input)
  if (result.kind === 'refused') {
    return { ...input, ...nothing, isListable: result.isTooSoon, rejection: await refusalInWords(result) }
  }
  const { outcome } = result
  if (outcome.status === 'success') redirect(entryAddress(outcome.key))
  const [t, sentences] = [await getTranslations('bazaarChecks'), await getTranslations('sentences')]
  const rejection = outcome.status === 'rejected' ? inWords(sentences, outcome.why) : t('processing')
  return { ...input, ...nothing, rejection }
}

async function refusalInWords({ reason }: ServiceRefusal): Promise<string> {
  const t = await getTranslations('bazaarChecks')
  if (reason.kind === 'tooMany') return t('tooMany', { seconds: String(reason.retryAfterSeconds) })
  return reason.kind === 'other' ? inWords(await getTranslations('sentences'), reason.why) : t(reason.kind)
}
