import type { CallFault } from '@/lib/base/x402/build-call'
import type { TryTexts } from './snippets'

export function faultInWords(t: TryTexts, { fault }: { fault: CallFault }): string {
  switch (fault.kind) {
    case 'tooLong':
    case 'bodyTooLarge':
      return t(`faults.${fault.kind}`, { most: String(fault.most) })
    case 'notAChoice':
      return t('faults.notAChoice', { choices: fault.choices.join(', ') })
    default:
      return t(`faults.${fault.kind}`)
  }
}
