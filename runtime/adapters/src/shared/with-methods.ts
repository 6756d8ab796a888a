/**
 * An object some of whose methods are others. The rest have the object itself as `this`: it may have private fields.
 */
export function withMethods<T extends object>(object: T, methods: Readonly<Record<string, unknown>>): T {
  // What is given out for a property of the object itself would have to be that property.
  return new Proxy<T>(Object.create(object), {
    get(_, name) {
      if (typeof name === "string" && Object.hasOwn(methods, name)) return methods[name];
      const value: unknown = Reflect.get(object, name, object);
      return typeof value === "function" ? value.bind(object) : value;
    },
  });
}
