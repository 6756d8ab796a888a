import { grammars } from "../notation.ts";

const COREUTILS = "GNU coreutils 8.32, GNU coreutils 9.1";

const COPY =
  "-a,--archive -d -f,--force -i,--interactive -H -L,--dereference -n,--no-clobber -P,--no-dereference " +
  "-p --preserve?=data --no-preserve=data -R,-r,--recursive --reflink?=data --remove-destination --sparse=data " +
  "--strip-trailing-slashes -u --update?=data -v,--verbose -x,--one-file-system --help --version";

const MOVE =
  "-f,--force -i,--interactive -n,--no-clobber --strip-trailing-slashes -u --update?=data -v,--verbose --help --version";

const INSTALL = "-c -C,--compare -D -p,--preserve-timestamps -m,--mode=data -v,--verbose --help --version";

const LINK =
  "-s,--symbolic -f,--force -i,--interactive -n,--no-dereference -r,--relative -v,--verbose -L,--logical -P,--physical";

const OWNER =
  "-c,--changes -f,--silent,--quiet -v,--verbose --dereference -h,--no-dereference --preserve-root --no-preserve-root!asks " +
  "--reference=read -R,--recursive!loses -H -L -P";

/** Programs that make, change, move and remove files, each with what it touches. */
export const FILES = grammars(`
cp gcp | ${COREUTILS}
  writes read+ needs=-t,--target-directory deep=-r,-R,--recursive,-a,--archive,-d,-P,--no-dereference ${COPY} -t,--target-directory=into
  writes read+ into deep=-r,-R,--recursive,-a,--archive,-d,-P,--no-dereference ${COPY}
mv gmv | ${COREUTILS}
  writes removetree+ needs=-t,--target-directory ${MOVE} -t,--target-directory=into
  writes removetree+ into ${MOVE} -T,--no-target-directory
rm grm | ${COREUTILS}
  writes remove+ deep=-r,-R,--recursive
    -f,--force -i -I --interactive?=data --one-file-system --preserve-root?=one(all) -r,-R,--recursive!loses -d,--dir
    -v,--verbose --help --version
rmdir | ${COREUTILS}
  writes remove+ --ignore-fail-on-non-empty -v,--verbose
unlink | ${COREUTILS}
  writes remove
mkdir gmkdir | ${COREUTILS}
  writes make+ -m,--mode=data -p,--parents -v,--verbose --help --version
touch gtouch | ${COREUTILS}
  writes make+
    -a -c,--no-create -d,--date=data -h,--no-dereference -m -r,--reference=read -t=data --time=data --help --version
tee gtee | ${COREUTILS}
  writes write* -a,--append -i,--ignore-interrupts -p --output-error?=data --help --version
chmod | ${COREUTILS}
  writes match([ugoa]*[-+=][rwxXt]*(?:,[ugoa]*[-+=][rwxXt]*)*|[01]?[0-7]{3}) make+
    -c,--changes -f,--silent,--quiet -v,--verbose -R,--recursive!loses --help --version
install ginstall | ${COREUTILS}
  writes make+ needs=-d,--directory ${INSTALL} -d,--directory
  writes read+ needs=-t,--target-directory ${INSTALL} -t,--target-directory=into
  writes read+ into ${INSTALL} -T,--no-target-directory
ln gln | ${COREUTILS}
  asks write+ needs=-t,--target-directory ${LINK} -t,--target-directory=into
  asks write+ into ${LINK} -T,--no-target-directory
  asks write ${LINK}
// Who a file belongs to; a whole tree cannot be put back.
chown gchown | GNU coreutils 9.1
  writes data remove+ instead=--reference deep=-R,--recursive ${OWNER} --from=data
chgrp gchgrp | GNU coreutils 9.1
  writes data remove+ instead=--reference deep=-R,--recursive ${OWNER}
dd gdd | GNU coreutils 9.1
  loses match([a-z]+=[^/~]*)*
`);
