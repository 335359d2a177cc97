import type { Translation } from '../catalog'
import type { testPayment as english } from '../en/test-payment'

export const testPayment: Translation<typeof english> = {
  address: '{method} auf dieser Website',
  addressHint: 'Pfad und Query, wie ein Käufer sie senden würde.',
  body: 'Body (JSON)',
  done: 'Bezahlt und geliefert.',
  seeIt: 'Unter deinen Zahlungen ansehen',
  notYet: 'Noch nicht.',
  titles: {
    challenge: '1. Die 402',
    payload: '2. Die signierte Zahlung',
    settlement: '3. Die Abrechnung',
    answer: '4. Die Antwort',
  },
  names: { challenge: 'Payment Requirements', payload: 'Payment Payload', settlement: 'Abrechnung', answer: 'Antwort' },
  size: '{status} {type}, {bytes, number} Byte',
}
