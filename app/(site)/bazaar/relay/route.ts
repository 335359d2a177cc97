import { getTranslations } from 'next-intl/server'
import { answerRelayCall } from '@/lib/bazaar/http/answer-relay-call'
import { running } from '@/lib/site/compose/running'
import { inWords } from '@/lib/site/messages/in-words'

export async function POST(request: Request): Promise<Response> {
  const { relay } = running('site')
  const t = await getTranslations('sentences')
  return answerRelayCall(relay, request, (sentence) => inWords(t, sentence))
}
