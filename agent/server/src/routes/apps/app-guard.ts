/**
 * A script that runs in the page of an app before the app does. No policy of today's browsers keeps WebRTC from
 * connecting, so it is taken out of the page, and so is every frame inside, which would bring it back: the policy
 * forbids frames, but not those that are written into the page. Every shadow tree is watched from its beginning, so
 * those that come about without `attachShadow` are done away with: of HTML (`withoutShadows` for the page itself), and
 * of clones. What the script needs later it keeps from the beginning, and asks no prototype: the app may put something
 * else in its place.
 */
export const GUARD = `(() => {
  const own = Object.getOwnPropertyNames;
  for (const name of own(window)) {
    const { value } = Object.getOwnPropertyDescriptor(window, name) ?? {};
    if (/^(?:webkit|moz)?RTC/.test(name)) delete window[name];
    else if (typeof value === "function" && value !== window)
      for (const holder of [value, value.prototype ?? {}])
        for (const writer of own(holder)) if (/HTMLUnsafe$/.test(writer)) delete holder[writer];
  }
  delete Document.prototype.write;
  delete Document.prototype.writeln;
  const FRAMES = "iframe, frame, object, embed, fencedframe";
  const { call } = Function.prototype;
  const removed = call.bind(Element.prototype.remove);
  const attached = call.bind(Element.prototype.attachShadow);
  const inDocument = call.bind(Document.prototype.querySelectorAll);
  const inShadow = call.bind(DocumentFragment.prototype.querySelectorAll);
  const lengthOf = call.bind(Object.getOwnPropertyDescriptor(NodeList.prototype, "length").get);
  let newest;
  const observer = new MutationObserver(() => {
    for (let one = newest; one !== undefined; one = one.earlier) {
      const frames = one.root === document ? inDocument(document, FRAMES) : inShadow(one.root, FRAMES);
      for (let place = 0, length = lengthOf(frames); place < length; place += 1) removed(frames[place]);
    }
  });
  const observe = observer.observe.bind(observer);
  const watch = (root) => {
    newest = { __proto__: null, root, earlier: newest };
    observe(root, { __proto__: null, childList: true, subtree: true });
    return root;
  };
  watch(document);
  Element.prototype.attachShadow = function (options) {
    const { mode, delegatesFocus, slotAssignment, serializable, customElementRegistry } = options;
    const kept = { __proto__: null, mode, delegatesFocus, slotAssignment, serializable };
    if (customElementRegistry !== undefined) kept.customElementRegistry = customElementRegistry;
    return watch(attached(this, kept));
  };
  // The page gives the focus to an app that a person has pressed: the frame has a word that the app does not know.
  const tell = parent.postMessage.bind(parent, "WORD", "*");
  for (const type of ["pointerdown", "click"])
    addEventListener(type, ({ isTrusted }) => void (isTrusted && tell()), true);
  document.currentScript.remove();
})();`;
