/** The picture that other sites show beside a link; `of` is its path below `/picture/`. */
export const pictureAt = (of: string, alt: string) => [{ url: `/picture/${of}`, width: 1200, height: 630, alt }]
