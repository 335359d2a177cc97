const sizes = { 16: 'size-4', 20: 'size-5', 24: 'size-6', 40: 'size-10' } as const

type IconProps = { src: string | undefined; size: keyof typeof sizes; isPlaceKept?: boolean }

/** The picture of a service or a shop, at an address of this site, beside its name, which says the same. */
export function Icon({ src, size, isPlaceKept = false }: IconProps) {
  const box = `${sizes[size]} shrink-0 rounded-[3px] object-cover`
  if (src === undefined) return isPlaceKept && <span className={box} />
  // oxlint-disable-next-line nextjs/no-img-element -- Stored at the size of an icon; there is nothing to resize.
  return <img src={src} alt="" width={size} height={size} loading="lazy" decoding="async" className={box} />
}
