import { getTranslations } from 'next-intl/server'
import { type ActionOutcome, findOwnRoute, identifySeller } from '@/app/(site)/dashboard/_server/dashboard'
import { reviewOwnRoute } from '@/app/(site)/dashboard/_server/route-review'
import { readRouteForm } from '@/app/(site)/dashboard/routes/_components/read-route-form'
import { answerProblem, privateHeaders } from '@/lib/base/http/answer-problem'
import { readForm } from '@/lib/base/http/find-form-fault'
import type { ReviewedRoute } from '@/lib/site/compose/listing-review'
import { fieldsInWords } from '@/lib/site/messages/in-words'

/** Reviews the form of a route while it is being filled in: its faults and its previews. Nothing is saved. */
export async function POST(request: Request): Promise<Response> {
  const asker = await identifySeller()
  if (!asker.ok) return refuse(asker)
  const form = await readForm(request)
  if (!form) return answerProblem('form_unreadable', 'Expected the form of a route, of 2 MB at most.')
  const routeId = String(form.get('routeId') ?? '')
  const { value, faults } = readRouteForm(await getTranslations('routes'), form, await findOwnRoute(routeId))
  if (Object.keys(faults).length > 0) return answer({ fields: faults, review: null })
  const outcome = await reviewOwnRoute(value, routeId || null)
  if (!outcome.ok) return refuse(outcome)
  const { value: review } = outcome
  const t = await getTranslations('sentences')
  const { fields, ...reviewed } = review
  return answer({ fields: fieldsInWords(t, fields), review: reviewed })
}

const refuse = ({ code, message }: Pick<Extract<ActionOutcome<void>, { ok: false }>, 'code' | 'message'>): Response =>
  answerProblem(code, message)

/** Amounts are sent as digits, since JSON has no number for them. */
function answer(body: {
  fields: Readonly<Record<string, string>>
  review: Omit<ReviewedRoute, 'fields'> | null
}): Response {
  const text = JSON.stringify(body, (_name, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
  return new Response(text, { headers: { 'Content-Type': 'application/json', ...privateHeaders } })
}
