import { expect, it } from 'vitest'
import { translateIn } from '@/lib/site/messages/translate'
import { reasonInWords } from './payment-words'

const t = translateIn('en', 'payments')

it('says in words why a payment ended, with the code, and the code alone where it has no words', () => {
  expect(reasonInWords(t, 'handler_504')).toBe('Your server did not answer in time (handler_504)')
  expect(reasonInWords(t, 'some_new_reason')).toBe('some_new_reason')
})
