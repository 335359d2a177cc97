import { Timestamp } from '@/lib/ui/timestamp'
import type { UpstreamKeyView } from '../../_server/seller-reads'
import { UpstreamKeyForm } from './upstream-key-form'

/** How a seller's servers know who paid. */
export function WhoPaid({ keys, now }: { keys: UpstreamKeyView[]; now: Date }) {
  return (
    <section aria-labelledby="who-paid" className="grid max-w-measure gap-4 border-t border-rule pt-8">
      <h2 id="who-paid" className="text-title font-strong">
        Who paid
      </h2>
      <p>
        With a key, each request to your own servers carries <span className="figures">Turnpike-Buyer</span>: who paid
        what, signed for that request alone. Your server checks it in a few lines.
      </p>
      {keys.map(({ keyId, signsFrom }) => (
        <p key={keyId} className="text-small text-quiet">
          Key <span className="figures">{keyId.slice(-8)}</span> {signsFrom <= now ? 'signs since' : 'will sign from'}{' '}
          <Timestamp at={signsFrom} />
        </p>
      ))}
      <UpstreamKeyForm hasKey={keys.length > 0} />
    </section>
  )
}
