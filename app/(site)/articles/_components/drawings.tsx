import type { ReactNode } from 'react'

const line = { className: 'fill-none stroke-ink', strokeWidth: 4 }
const thin = { className: 'fill-none stroke-ink', strokeWidth: 2 }
const accent = { className: 'fill-none stroke-accent', strokeWidth: 5 }

/** A drawing for each article by slug: flat, in the page's own colours, 320 by 200. */
export const drawings: Record<string, ReactNode> = {
  'signed-is-not-paid': (
    <>
      <path d="M0 160h320v40H0z" className="fill-rule" />
      <path d="M48 44h172v100H48z" className="fill-sheet stroke-ink" strokeWidth={4} />
      <path d="M68 70h92M68 88h60" {...thin} />
      <path d="M120 124c14-26 20-22 16-4s10 8 16-4 8 14 18 2 14-8 28-2" {...accent} strokeWidth={4} />
      <circle cx="266" cy="118" r="26" {...thin} strokeDasharray="7 7" />
    </>
  ),
  'meter-and-ceiling': (
    <>
      <path d="M40 40h240" {...accent} />
      <path d="M40 37v15M280 37v15" {...accent} />
      <path d="M80 164a80 80 0 0 1 160 0z" className="fill-sheet stroke-ink" strokeWidth={4} />
      <path d="M94 144l12 5M112 116l9 9M160 96v13M208 116l-9 9M226 144l-12 5" {...thin} />
      <path d="m160 160-34-42" {...accent} />
      <circle cx="160" cy="162" r="8" className="fill-ink" />
      <path d="M40 168h240" {...line} />
    </>
  ),
  turnpikes: (
    <>
      <path d="M0 120h320v80H0z" className="fill-rule" />
      <path d="M128 120h40l92 80H30z" className="fill-sheet" />
      <path d="M40 120c30-40 60-40 90 0M190 120c30-56 80-56 110 0" {...thin} />
      <path d="M62 176V92M48 176h28" {...line} />
      <path d="M62 104h206" {...accent} strokeWidth={9} />
      <path d="M100 104V90M136 104V90M172 104V90M208 104V90M244 104V90" {...line} />
      <path d="M268 176v-84" {...line} />
    </>
  ),
  'four-hundred-milliseconds': (
    <>
      <path d="M24 132h40v40H24zM76 132h40v40H76zM128 132h40v40h-40z" className="fill-ink" />
      <path d="M180 132h40v40h-40z" className="fill-edge" />
      <path d="M232 132h40v40h-40z" className="fill-sheet stroke-ink" strokeWidth={4} />
      <circle cx="252" cy="68" r="38" className="fill-sheet stroke-ink" strokeWidth={4} />
      <path d="M252 68V42M252 68l16 10" {...accent} />
      <path d="M24 112h144M180 112h40" {...accent} strokeWidth={4} />
    </>
  ),
  reserved: (
    <>
      <path d="M0 150h320v50H0z" className="fill-rule" />
      <path d="M24 164v-44M64 164v-44M104 164v-44M216 164v-44M256 164v-44M296 164v-44" {...line} />
      <path d="M24 132h80M24 148h80M216 132h80M216 148h80" {...line} />
      <path d="M160 168v-60" {...line} />
      <path d="M112 44h96v64h-96z" className="fill-sheet stroke-ink" strokeWidth={4} />
      <path d="M128 62v16h14M142 62v30M152 62h12v30h-12zM174 62h14v15h-14v15h14" {...accent} strokeWidth={4} />
    </>
  ),
  'no-store': (
    <>
      <path d="M36 24v156M284 24v156" {...line} />
      <path d="M36 76h248M36 128h248M36 178h248" {...line} />
      <path d="M56 40h26v34H56zM92 40h26v34H92zM128 40h26v34h-26z" className="fill-edge" />
      <path d="M56 92h26v34H56zM92 92h26v34H92z" className="fill-edge" />
      <path d="M148 92h26v34h-26z" className="fill-sheet stroke-ink" strokeWidth={2} strokeDasharray="5 5" />
      <path d="M214 60h46v62h-46z" className="fill-sheet stroke-accent" strokeWidth={5} />
      <path d="M224 78h26M224 92h26M224 106h16" {...thin} />
    </>
  ),
  'one-request': (
    <>
      <path d="M160 40v132M120 174h80" {...line} />
      <path d="M72 68l176-24" {...line} />
      <path d="M72 68 44 118h56zM248 44l-28 50h56z" {...thin} />
      <path d="M38 118h68a34 22 0 0 1-68 0z" className="fill-ink" />
      <path d="M214 94h68a34 22 0 0 1-68 0z" className="fill-ink" />
      <path d="M58 90h28v26H58z" className="fill-sheet stroke-ink" strokeWidth={3} />
      <circle cx="248" cy="82" r="10" className="fill-accent" />
    </>
  ),
  'mental-cost': (
    <>
      <path
        d="M96 184v-34c-30-14-44-40-40-68 4-34 34-54 70-52 34 2 58 26 58 58l14 26-14 4v22c0 8-6 12-14 12h-20v32z"
        className="fill-sheet stroke-ink"
        strokeWidth={4}
      />
      <path d="M92 74a30 30 0 1 1 46 26c-10 6-12 10-12 18M126 130v3" {...accent} />
      <circle cx="258" cy="150" r="11" className="fill-accent" />
      <path d="M228 170h64" {...line} />
    </>
  ),
  'exactly-once': (
    <>
      <path d="M48 28h224v148H48z" className="fill-sheet stroke-ink" strokeWidth={4} />
      <path d="M160 28v148" {...thin} />
      <path d="M68 56h72M68 84h72M68 112h72M68 140h72" {...thin} />
      <path d="M180 56h72M180 84h72M180 140h72" {...thin} />
      <path d="M64 56h80M64 84h80M64 140h80" {...accent} strokeWidth={3} />
      <path d="m222 94-16 20h18l-14 20" {...accent} strokeWidth={4} />
    </>
  ),
}
