import { TollBar } from '@/lib/ui/toll-bar'

const steps = [
  'You ask for a URL, as you ask for any other.',
  'The answer is 402: the price, the asset, the network, and who is paid.',
  'Your wallet signs a payment for exactly that. Nothing has moved yet.',
  'You ask again with the signature. It is checked and settled on the chain, and only then does the content leave.',
  'You keep it. The same wallet signs in later and does not pay again.',
]

export function HowItWorks() {
  return (
    <section aria-labelledby="how" className="grid gap-6">
      <h2 id="how" className="text-title font-strong">
        How it works
      </h2>
      <ol className="grid max-w-[46rem] gap-4">
        {steps.map((step, index) => (
          <li key={step} className="grid grid-cols-[3.5rem_1fr] items-start">
            <TollBar isLifted={index >= 3} className="text-quiet" />
            <span>{step}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
