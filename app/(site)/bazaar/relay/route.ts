import { getTranslations } from 'next-intl/server'
import { answerRelayCall } from '@/lib/catalog/http/answer-relay-call'
import { application } from '@/lib/compose/running'
import { translateSentence } from '@/lib/messages/translate-sentence'

export async function POST(request: Request): Promise<Response> {
  const [{ relay }, t] = await Promise.all([application(), getTranslations('sentences')])
  return answerRelayCall(relay, request, (sentence) => translateSentence(t, sentence))
}
