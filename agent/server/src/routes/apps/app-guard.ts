/**
 * A script that runs in the page of an app before the app does. No policy of today's browsers keeps WebRTC from
 * connecting, so it is taken out of the page, and so is every frame inside, which would bring it back: the policy
 * forbids frames, but not those that are written into the page. What the script needs later it keeps from the
 * beginning, for the app may put something else in its place.
 */
export const GUARD = `(() => {
  for (const name of Object.getOwnPropertyNames(window)) if (/^(?:webkit|moz)?RTC/.test(name)) delete window[name];
  const FRAMES = "iframe, frame, object, embed, fencedframe";
  const { attachShadow, remove } = Element.prototype;
  const { call } = Function.prototype;
  const removed = call.bind(remove);
  const attached = call.bind(attachShadow);
  const inDocument = call.bind(Document.prototype.querySelectorAll);
  const inShadow = call.bind(DocumentFragment.prototype.querySelectorAll);
  const roots = [];
  const observer = new MutationObserver(() => {
    for (let one = 0; one < roots.length; one += 1) {
      const frames = roots[one] === document ? inDocument(document, FRAMES) : inShadow(roots[one], FRAMES);
      for (let place = 0; place < frames.length; place += 1) removed(frames[place]);
    }
  });
  const observe = observer.observe.bind(observer);
  const watch = (root) => {
    roots[roots.length] = root;
    observe(root, { childList: true, subtree: true });
    return root;
  };
  watch(document);
  Element.prototype.attachShadow = function (options) {
    return watch(attached(this, options));
  };
  document.currentScript.remove();
})();`;
