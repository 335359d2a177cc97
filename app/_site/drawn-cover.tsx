/** A flat landscape for a text without a picture, always the same for the same title. It repeats nothing one must read. */
export function DrawnCover({ title, className }: { title: string; className?: string }) {
  const [sun, high, far, near] = digits(title)
  return (
    <svg viewBox="0 0 320 200" aria-hidden className={className}>
      <rect width="320" height="200" className="fill-shade" />
      <circle cx={50 + sun * 24} cy={44 + high * 5} r="22" className="fill-none stroke-accent" strokeWidth="6" />
      <path
        d={`M0 ${120 + far * 3} L${70 + far * 18} ${72 + near * 4} L320 ${138 - far * 3} V200 H0z`}
        className="fill-rule"
      />
      <path
        d={`M0 ${158 - near * 2} Q${90 + near * 14} ${118 + high * 4} 320 ${150 + near * 2} V200 H0z`}
        className="fill-edge"
      />
      <path d={`M${40 + near * 22} 200 l18 -46 h12 l18 46z`} className="fill-paper" />
    </svg>
  )
}

function digits(title: string): [number, number, number, number] {
  let sum = 7
  for (const sign of title) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 1_000_003
  return [sum % 10, Math.floor(sum / 10) % 10, Math.floor(sum / 100) % 10, Math.floor(sum / 1_000) % 10]
}
