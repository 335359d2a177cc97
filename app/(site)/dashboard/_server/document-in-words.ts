import { readLanguage } from '@/app/_components/language'
import type { Sentence } from '@/lib/base/sentences/sentence'
import type { DocumentReading, ProposedOperation } from '@/lib/shop/sellers/gateways/read-document'
import { inWords } from '@/lib/site/messages/in-words'
import { translateIn } from '@/lib/site/messages/translate'

export type OperationInWords = Omit<ProposedOperation, 'problem' | 'unread'> & {
  problem: string | null
  unread: string[]
}
export type DocumentInWords = Omit<DocumentReading, 'operations' | 'unread'> & {
  operations: OperationInWords[]
  unread: string[]
}

export async function documentInWords(reading: DocumentReading): Promise<DocumentInWords> {
  const t = translateIn(await readLanguage(), 'sentences')
  const allInWords = (unread: Sentence[]) => unread.map((sentence) => inWords(t, sentence))
  const operations = reading.operations.map(({ problem, unread, ...operation }) => ({
    ...operation,
    problem: problem && inWords(t, problem),
    unread: allInWords(unread),
  }))
  return { ...reading, operations, unread: allInWords(reading.unread) }
}
