/** A stand-in for a language model: it says the question's own words back, one token after the other. */
export async function* complete(question) {
  const words = ['You', 'asked:', ...question.split(/\s+/).filter(Boolean), '—', 'and', 'I', 'am', 'no', 'model.']
  for (const word of words) {
    // A model takes its time for each token.
    await new Promise((resolve) => setTimeout(resolve, 20))
    yield `${word} `
  }
}
