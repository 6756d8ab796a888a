import { cardsTexts } from "../words/cards.ts";

/** Images of a result. The addresses hold the images themselves. */
export function Images({ addresses }: { readonly addresses: readonly string[] }) {
  const different = [...new Set(addresses)];
  if (different.length === 0) return null;
  return (
    <div className="tw-images">
      {different.map((address, place) => (
        <img key={address} src={address} alt={cardsTexts.imageOf(place + 1, different.length)} />
      ))}
    </div>
  );
}
