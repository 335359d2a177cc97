import { useTranslations } from 'next-intl'
import { Folded } from '@/app/(site)/bazaar/_components/folded'
import { networkName } from '@/lib/base/x402/networks'
import type { Translate } from '@/lib/site/messages/translate'
import { Button } from '@/lib/site/ui/button'
import { CodeBlock } from '@/lib/site/ui/code-block'
import { Notice } from '@/lib/site/ui/notice'
import { coinsInWords, optionPriceInWords } from '@/lib/site/ui/option-price'
import { shortenMiddle } from '@/lib/site/ui/shorten-middle'
import { useLocalDigits } from '@/lib/site/ui/use-local-digits'
import type { Drift } from './compare-terms'
import type { TryTexts } from './snippets'

export function RawTerms({ header, decoded }: { header: string | null; decoded: unknown }) {
  const t = useTranslations('bazaarTry.asked')
  return (
    <div className="grid gap-2">
      <Folded title={t('decoded')}>
        <CodeBlock code={JSON.stringify(decoded, null, 2)} name={t('decodedName')} />
      </Folded>
      {header !== null && (
        <Folded title={t('header')}>
          <CodeBlock code={header} name={t('headerName')} />
        </Folded>
      )}
    </div>
  )
}

/** The differences between a resource's terms and its listing; nothing can be paid before the reader agrees. */
export function DriftNotice({ drifts, onAgree }: { drifts: Drift[]; onAgree: () => void }) {
  const t = useTranslations('bazaarTry')
  const tPrice = useTranslations('price')
  const inDigits = useLocalDigits()
  return (
    <Notice tone="waiting" title={t('drift.title')} announce="assertive">
      <ul className="grid list-disc gap-1 ps-5">
        {drifts.map((drift, index) => (
          <li key={index} className="wrap-anywhere">
            {driftInWords({ t, tPrice, inDigits }, drift)}
          </li>
        ))}
      </ul>
      <p>{t('drift.unsigned')}</p>
      <p>
        <Button onClick={onAgree}>{t('drift.agree')}</Button>
      </p>
    </Notice>
  )
}

type Texts = { t: TryTexts; tPrice: Translate<'price'>; inDigits: (text: string) => string }

function driftInWords({ t, tPrice, inDigits }: Texts, drift: Drift): string {
  const { option } = drift
  const asked = inDigits(optionPriceInWords(tPrice, option))
  if (drift.kind === 'price') {
    return t('drift.price', { asked, listed: inDigits(coinsInWords(tPrice, drift.listedAtomic, option.coin)) })
  }
  const payee = shortenMiddle(option.payTo)
  if (drift.kind === 'payee') return t('drift.payee', { asked, payee, listed: shortenMiddle(drift.listedPayTo) })
  return t('drift.unlisted', { asked, payee, network: networkName(option.network) })
}
