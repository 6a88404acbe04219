/**
 * The classes of a data model of ONE Record as types, and the table of the model, `cargo`. `cargograph types` has
 * written this file: write it anew instead of changing it.
 *
 * Read from:
 * - https://onerecord.iata.org/ns/cargo, version 3.3 with the names of the specification
 * - https://onerecord.iata.org/ns/code-lists, version 1.1
 *
 * Wider than the ontology:
 * - A property with a minimum is optional all the same: a link has no property, an answer may have a part. LogisticsEvent.eventDate.
 * - Properties that no class names; no type has them, the table has. chargeableWeightForRate, commodityItemNumberForRate, dimensionsForRate, goodsDescriptionForRate, grossWeightForRate, hsCodeForRate, pieceCountForRate, productionCountryForRate, slacForRate, totalVolumetricWeight, uldOwnerCode, uldTareWeightForRate, volumetricWeight, volumetricWeightForRate.
 */

/**
 * Any text: an open list has other codes beside these.
 *
 * @since 0.3.0
 */
export type OtherText = string & Record<never, never>;

/**
 * The codes of each code list and enumeration.
 *
 * @since 0.3.0
 */
export interface Codes {
  AWBUseIndicator: 'R' | 'S' | 'V';
  AccountType: 'CONSIGNEE' | 'CONSIGNOR' | 'FF' | OtherText;
  ActionTimeType: 'ACTUAL' | 'PLANNED' | 'REQUESTED';
  AircraftPossibilityCode:
    | 'BBF' | 'BBQ' | 'BBV' | 'LLF' | 'LLJ' | 'LLQ' | 'LLV' | 'LPF' | 'LPJ' | 'LPQ' | 'LPV' | 'PPF' | 'PPJ' | 'PPQ'
    | 'PPV';
  BasicRateClassCode: 'C' | 'M' | 'N' | 'Q' | 'U';
  BookingOptionStatus:
    | 'BOOKABLE' | 'BOOKED' | 'EXPIRED' | 'NONBOOKABLE' | 'NOT_BOOKABLE' | 'ON_REQUEST' | 'QUEUED';
  BookingStatus: 'CONFIRMED' | 'DELETED' | 'QUEUED' | 'REJECTED';
  ChargeCode:
    | 'CA' | 'CB' | 'CC' | 'CE' | 'CG' | 'CH' | 'CM' | 'CP' | 'CX' | 'CZ' | 'NC' | 'NG' | 'NP' | 'NT' | 'NX' | 'NZ'
    | 'PC' | 'PD' | 'PE' | 'PF' | 'PG' | 'PH' | 'PP' | 'PX' | 'PZ';
  ChargeIdentifier: 'CN' | 'CO' | 'CT' | 'IN' | 'NI' | 'OA' | 'OC' | 'SI' | 'TX' | 'VC' | 'WT';
  CommodityCode:
    | 'CHEM' | 'CHEM_CDGR' | 'CHEM_CLNG' | 'CHEM_CNDG' | 'CHEM_CNMD' | 'CHEM_COSM' | 'CHEM_COSM_COSD'
    | 'CHEM_COSM_PERF' | 'CHEM_DGRG' | 'CHEM_DGRG_EXPL' | 'CHEM_DICE' | 'CHEM_PAIN' | 'CHEM_PETRO' | 'CHEM_RADA'
    | 'CHEM_REAG' | 'CONS' | 'CONS_CMPY' | 'CONS_CWRE' | 'CONS_DIPL' | 'CONS_EXHB' | 'CONS_FRNT' | 'CONS_GLAS'
    | 'CONS_HAID' | 'CONS_HHGD' | 'CONS_HRSE' | 'CONS_HSER' | 'CONS_OFSP' | 'CONS_PERS' | 'CONS_SPEC' | 'CONS_SPRT'
    | 'CONS_TOYS' | 'CONS_UBAG' | 'ELEC' | 'ELEC_AVEQ' | 'ELEC_CALC' | 'ELEC_CMPT' | 'ELEC_CPRT' | 'ELEC_ECOM'
    | 'ELEC_EEQP' | 'ELEC_EGDS' | 'ELEC_ELQP' | 'ELEC_OFEQ' | 'ELEC_QUAN' | 'ELEC_TELC' | 'FLWR' | 'FLWR_FLWR'
    | 'FLWR_FLWR_CFLW' | 'FLWR_FLWR_TFLW' | 'FLWR_FLWR_TULP' | 'FLWR_FMNT' | 'FLWR_HERBS' | 'FLWR_PLNT'
    | 'FLWR_PLNT_APLN' | 'FLWR_PLNT_BULB' | 'FLWR_PLNT_MPLN' | 'FLWR_PLNT_TPLN' | 'FLWR_SEED' | 'FOOD' | 'FOOD_BVRG'
    | 'FOOD_BVRG_BEER' | 'FOOD_BVRG_COFY' | 'FOOD_BVRG_TEA' | 'FOOD_BVRG_WINE' | 'FOOD_CERE' | 'FOOD_CERE_BRED'
    | 'FOOD_CERE_CAKE' | 'FOOD_DARY' | 'FOOD_DARY_CHSE' | 'FOOD_DARY_EGGS' | 'FOOD_DARY_ICEC' | 'FOOD_FISH'
    | 'FOOD_FISH_ALBA' | 'FOOD_FISH_CAVR' | 'FOOD_FISH_FFSH' | 'FOOD_FISH_FRZF' | 'FOOD_FISH_FRZS' | 'FOOD_FISH_HAKE'
    | 'FOOD_FISH_LOBS' | 'FOOD_FISH_REPA' | 'FOOD_FISH_SFIN' | 'FOOD_FISH_SFSH' | 'FOOD_FISH_SHRI' | 'FOOD_FISH_SLMN'
    | 'FOOD_FISH_TUNA' | 'FOOD_FRTV' | 'FOOD_FRTV_APPL' | 'FOOD_FRTV_ASPA' | 'FOOD_FRTV_AVOC' | 'FOOD_FRTV_BANA'
    | 'FOOD_FRTV_BEAN' | 'FOOD_FRTV_BERR' | 'FOOD_FRTV_CHER' | 'FOOD_FRTV_CMBR' | 'FOOD_FRTV_DURI' | 'FOOD_FRTV_GARL'
    | 'FOOD_FRTV_GRAP' | 'FOOD_FRTV_LITC' | 'FOOD_FRTV_MANG' | 'FOOD_FRTV_MLNS' | 'FOOD_FRTV_MUSH' | 'FOOD_FRTV_PEPP'
    | 'FOOD_FRTV_PINE' | 'FOOD_FRTV_PPYA' | 'FOOD_FRTV_PROD' | 'FOOD_FRTV_STRW' | 'FOOD_FRTV_TOMA' | 'FOOD_MEAT'
    | 'FOOD_MEAT_BEEF' | 'FOOD_MEAT_DRIM' | 'FOOD_MEAT_FRZM' | 'FOOD_MEAT_GOSL' | 'FOOD_MEAT_GUTS' | 'FOOD_MEAT_HRSP'
    | 'FOOD_MEAT_MEAT' | 'FOOD_MEAT_PORK' | 'FOOD_MEAT_SAUS' | 'FOOD_PERI' | 'FOOD_STUF' | 'FOOD_STUF_CATE'
    | 'FOOD_STUF_CHOC' | 'FOOD_STUF_DFRU' | 'FOOD_STUF_MPWD' | 'FOOD_STUF_NUTS' | 'FOOD_STUF_OOIL' | 'FOOD_STUF_SPCE'
    | 'FOOD_TBCO' | 'FOOD_TBCO_CGRT' | 'FOOD_TBCO_CIGA' | 'GENE' | 'HUMR' | 'HUMR_HUMB' | 'HUMR_HUMC' | 'LIVE'
    | 'LIVE_BRDH' | 'LIVE_BRDH_BIRD' | 'LIVE_BRDH_CHIC' | 'LIVE_BRDH_DUCK' | 'LIVE_BRDH_HEGG' | 'LIVE_BRDH_OSTR'
    | 'LIVE_BRDH_PARR' | 'LIVE_BRDH_TRKY' | 'LIVE_INSC' | 'LIVE_INSC_BEES' | 'LIVE_LFSH' | 'LIVE_LFSH_EELS'
    | 'LIVE_LFSH_KOIF' | 'LIVE_LFSH_TRPF' | 'LIVE_MLKS' | 'LIVE_MLKS_LUGW' | 'LIVE_MLKS_SNAI' | 'LIVE_MMLS'
    | 'LIVE_MMLS_CATL' | 'LIVE_MMLS_CATS' | 'LIVE_MMLS_CATS_Abyssinian' | 'LIVE_MMLS_CATS_American_Bobtail'
    | 'LIVE_MMLS_CATS_American_Curl' | 'LIVE_MMLS_CATS_American_Keuda' | 'LIVE_MMLS_CATS_American_Lynx'
    | 'LIVE_MMLS_CATS_American_Polydactyl' | 'LIVE_MMLS_CATS_American_Shorthair' | 'LIVE_MMLS_CATS_American_Wirehair'
    | 'LIVE_MMLS_CATS_Asian' | 'LIVE_MMLS_CATS_Australian_Mist' | 'LIVE_MMLS_CATS_Balinese' | 'LIVE_MMLS_CATS_Bengal'
    | 'LIVE_MMLS_CATS_Birman' | 'LIVE_MMLS_CATS_Bombay' | 'LIVE_MMLS_CATS_Bristol'
    | 'LIVE_MMLS_CATS_British_Shorthair' | 'LIVE_MMLS_CATS_Burmese' | 'LIVE_MMLS_CATS_California_Spangled'
    | 'LIVE_MMLS_CATS_Chartreux' | 'LIVE_MMLS_CATS_Chausie' | 'LIVE_MMLS_CATS_Chinese_Harlequin'
    | 'LIVE_MMLS_CATS_Color_Point_Shorthair' | 'LIVE_MMLS_CATS_Copper' | 'LIVE_MMLS_CATS_Cornish_Rex'
    | 'LIVE_MMLS_CATS_Cymric' | 'LIVE_MMLS_CATS_Desert_Lynx' | 'LIVE_MMLS_CATS_Devon_Rex' | 'LIVE_MMLS_CATS_Donskoy'
    | 'LIVE_MMLS_CATS_Egyptian_Mau' | 'LIVE_MMLS_CATS_Exotic_Shorthair' | 'LIVE_MMLS_CATS_Havana'
    | 'LIVE_MMLS_CATS_Highland_Lynx' | 'LIVE_MMLS_CATS_Himalayan' | 'LIVE_MMLS_CATS_Japanese_Bobtail'
    | 'LIVE_MMLS_CATS_Javanese' | 'LIVE_MMLS_CATS_Korat' | 'LIVE_MMLS_CATS_LaPerm' | 'LIVE_MMLS_CATS_Maine_Coon'
    | 'LIVE_MMLS_CATS_Manx' | 'LIVE_MMLS_CATS_Mojave_Spotted' | 'LIVE_MMLS_CATS_Munchkin'
    | 'LIVE_MMLS_CATS_Niebelung' | 'LIVE_MMLS_CATS_Norwegian_Forest' | 'LIVE_MMLS_CATS_Ocicat'
    | 'LIVE_MMLS_CATS_Ojos_Azules' | 'LIVE_MMLS_CATS_Oriental' | 'LIVE_MMLS_CATS_Pantherette'
    | 'LIVE_MMLS_CATS_Persian' | 'LIVE_MMLS_CATS_Peterbald' | 'LIVE_MMLS_CATS_Pixiebob' | 'LIVE_MMLS_CATS_Ragamuffin'
    | 'LIVE_MMLS_CATS_Ragdoll' | 'LIVE_MMLS_CATS_Russian_Blue' | 'LIVE_MMLS_CATS_Safari' | 'LIVE_MMLS_CATS_Savannah'
    | 'LIVE_MMLS_CATS_Scottish_Fold' | 'LIVE_MMLS_CATS_Selkirk_Rex' | 'LIVE_MMLS_CATS_Serengeti'
    | 'LIVE_MMLS_CATS_Siamese' | 'LIVE_MMLS_CATS_Siberian' | 'LIVE_MMLS_CATS_Singapura' | 'LIVE_MMLS_CATS_Snowshoe'
    | 'LIVE_MMLS_CATS_Somali' | 'LIVE_MMLS_CATS_Sphynx' | 'LIVE_MMLS_CATS_Tiffany' | 'LIVE_MMLS_CATS_Tonkinese'
    | 'LIVE_MMLS_CATS_Traditional_Siamese' | 'LIVE_MMLS_CATS_Turkish_Angora' | 'LIVE_MMLS_CATS_Turkish_Van'
    | 'LIVE_MMLS_CATS_Vienna_Woods' | 'LIVE_MMLS_CATS_Viverral_Hybrid_Cat' | 'LIVE_MMLS_CATS_York_Chocolate'
    | 'LIVE_MMLS_DOGS' | 'LIVE_MMLS_DOGS_Affenpinscher' | 'LIVE_MMLS_DOGS_Afghan_Hound'
    | 'LIVE_MMLS_DOGS_Airedale_Terrier' | 'LIVE_MMLS_DOGS_Akita' | 'LIVE_MMLS_DOGS_Alangu_Mastiff'
    | 'LIVE_MMLS_DOGS_Alano' | 'LIVE_MMLS_DOGS_Alaskan_Malamute' | 'LIVE_MMLS_DOGS_American_Bulldog'
    | 'LIVE_MMLS_DOGS_American_Bully' | 'LIVE_MMLS_DOGS_American_Cocker_Spaniel'
    | 'LIVE_MMLS_DOGS_American_English_Coonhound' | 'LIVE_MMLS_DOGS_American_Eskimo_Dog_Miniature'
    | 'LIVE_MMLS_DOGS_American_Eskimo_Dog_Standard' | 'LIVE_MMLS_DOGS_American_Eskimo_Dog_Toy'
    | 'LIVE_MMLS_DOGS_American_Foxhound' | 'LIVE_MMLS_DOGS_American_Hairless_Terrier'
    | 'LIVE_MMLS_DOGS_American_Pit_Bull_Terrier' | 'LIVE_MMLS_DOGS_American_Staffordshire_Terrier'
    | 'LIVE_MMLS_DOGS_American_Water_Spaniel' | 'LIVE_MMLS_DOGS_Anatolian_Shepherd_Dog'
    | 'LIVE_MMLS_DOGS_Argentinian_Mastiff' | 'LIVE_MMLS_DOGS_Aussiedoodle' | 'LIVE_MMLS_DOGS_Australian_Cattle_Dog'
    | 'LIVE_MMLS_DOGS_Australian_Shepherd' | 'LIVE_MMLS_DOGS_Australian_Terrier'
    | 'LIVE_MMLS_DOGS_Ba_Shar_Basset_Hound_Shar_pei_Mix' | 'LIVE_MMLS_DOGS_Basenji' | 'LIVE_MMLS_DOGS_Basset_Hound'
    | 'LIVE_MMLS_DOGS_Beagle' | 'LIVE_MMLS_DOGS_Bearded_Collie' | 'LIVE_MMLS_DOGS_Beauceron'
    | 'LIVE_MMLS_DOGS_Bedlington_Terrier' | 'LIVE_MMLS_DOGS_Belgian_Malinois' | 'LIVE_MMLS_DOGS_Belgian_Sheepdog'
    | 'LIVE_MMLS_DOGS_Belgian_Tervuren' | 'LIVE_MMLS_DOGS_Bergamasco' | 'LIVE_MMLS_DOGS_Berger_Picard'
    | 'LIVE_MMLS_DOGS_Bernedoodle' | 'LIVE_MMLS_DOGS_Bernese_Mountain_Dog' | 'LIVE_MMLS_DOGS_Bichon_Frise'
    | 'LIVE_MMLS_DOGS_Black_Russian_Terrier' | 'LIVE_MMLS_DOGS_Black_and_Tan_Coonhound' | 'LIVE_MMLS_DOGS_Bloodhound'
    | 'LIVE_MMLS_DOGS_Bluetick_Coonhound' | 'LIVE_MMLS_DOGS_Boerboel' | 'LIVE_MMLS_DOGS_Border_Collie'
    | 'LIVE_MMLS_DOGS_Border_Terrier' | 'LIVE_MMLS_DOGS_Borzoi' | 'LIVE_MMLS_DOGS_Boston_Terrier'
    | 'LIVE_MMLS_DOGS_Bouvier_des_Flandres' | 'LIVE_MMLS_DOGS_Boweimar_Boxer_Weimaraner_Mix' | 'LIVE_MMLS_DOGS_Boxer'
    | 'LIVE_MMLS_DOGS_Boykin_Spaniel' | 'LIVE_MMLS_DOGS_Brazilian_Mastiff' | 'LIVE_MMLS_DOGS_Briard'
    | 'LIVE_MMLS_DOGS_Brittany' | 'LIVE_MMLS_DOGS_Brussels_Griffon' | 'LIVE_MMLS_DOGS_Bull_Terrier'
    | 'LIVE_MMLS_DOGS_Bull_Terrier_Miniature' | 'LIVE_MMLS_DOGS_Bulldog' | 'LIVE_MMLS_DOGS_Bulli_Kutta'
    | 'LIVE_MMLS_DOGS_Bullmastiff' | 'LIVE_MMLS_DOGS_Bully_Kutta_Mastiff_breed' | 'LIVE_MMLS_DOGS_Cairn_Terrier'
    | 'LIVE_MMLS_DOGS_Campeiro_Bulldog_Brazilian_Bulldog' | 'LIVE_MMLS_DOGS_Canaan_Dog'
    | 'LIVE_MMLS_DOGS_Canary_Mastiff' | 'LIVE_MMLS_DOGS_Cane_Corso' | 'LIVE_MMLS_DOGS_Cardigan_Welsh_Corgi'
    | 'LIVE_MMLS_DOGS_Catahoula_Bulldog_Catahoula_Leopard_Bulldog'
    | 'LIVE_MMLS_DOGS_Cavachon_King_Charles_Spaniel_Bichon_Frise' | 'LIVE_MMLS_DOGS_Cavalier_King_Charles_Spaniel'
    | 'LIVE_MMLS_DOGS_Cavapoo_Cavalier_King_Charles_Spaniel_Poodle' | 'LIVE_MMLS_DOGS_Cesky_Terrier'
    | 'LIVE_MMLS_DOGS_Chesapeake_Bay_Retriever' | 'LIVE_MMLS_DOGS_Chihuahua' | 'LIVE_MMLS_DOGS_Chinese_Crested_Dog'
    | 'LIVE_MMLS_DOGS_Chinese_Pug' | 'LIVE_MMLS_DOGS_Chinese_Shar_Pei' | 'LIVE_MMLS_DOGS_Chinook'
    | 'LIVE_MMLS_DOGS_Chipin_Chihuahua_Minature_Pinscher_Mix' | 'LIVE_MMLS_DOGS_Chiweenie_Chihuahua_Dachshund_Mix'
    | 'LIVE_MMLS_DOGS_Chorkie_Chihuahua_Yorkshire_Terrier_Mix' | 'LIVE_MMLS_DOGS_Chow_Chow'
    | 'LIVE_MMLS_DOGS_Chow_Pei_Chow_Chow_Shar_Pei_Mix' | 'LIVE_MMLS_DOGS_Cirneco_dell_Etna'
    | 'LIVE_MMLS_DOGS_Clumber_Spaniel' | 'LIVE_MMLS_DOGS_Cockapoo_Cocker_Spaniel_Poodle_Mix'
    | 'LIVE_MMLS_DOGS_Cocker_Spaniel' | 'LIVE_MMLS_DOGS_Collie' | 'LIVE_MMLS_DOGS_Coton_de_Tulear'
    | 'LIVE_MMLS_DOGS_Curly_Coated_Retriever' | 'LIVE_MMLS_DOGS_Dachshund' | 'LIVE_MMLS_DOGS_Dalmatian'
    | 'LIVE_MMLS_DOGS_Dandie_Dinmont_Terrier' | 'LIVE_MMLS_DOGS_Doberman_Pinscher' | 'LIVE_MMLS_DOGS_Dogo_Argentino'
    | 'LIVE_MMLS_DOGS_Dogue_de_Bordeaux' | 'LIVE_MMLS_DOGS_Doxiepoo_Dachshund_Poodle_Mix'
    | 'LIVE_MMLS_DOGS_Dutch_Pug' | 'LIVE_MMLS_DOGS_English_Bulldog' | 'LIVE_MMLS_DOGS_English_Cocker_Spaniel'
    | 'LIVE_MMLS_DOGS_English_Foxhound' | 'LIVE_MMLS_DOGS_English_Mastiff' | 'LIVE_MMLS_DOGS_English_Setter'
    | 'LIVE_MMLS_DOGS_English_Springer_Spaniel' | 'LIVE_MMLS_DOGS_English_Toy_Spaniel'
    | 'LIVE_MMLS_DOGS_Entlebucher_Mountain_Dog' | 'LIVE_MMLS_DOGS_Eurasier' | 'LIVE_MMLS_DOGS_Field_Spaniel'
    | 'LIVE_MMLS_DOGS_Fila_Brasileiro_Brazilian_Mastiff' | 'LIVE_MMLS_DOGS_Finnish_Lapphund'
    | 'LIVE_MMLS_DOGS_Finnish_Spitz' | 'LIVE_MMLS_DOGS_Flat_Coated_Retriever' | 'LIVE_MMLS_DOGS_French_Bulldog'
    | 'LIVE_MMLS_DOGS_French_Mastiff' | 'LIVE_MMLS_DOGS_German_Mastiff_Great_Dane' | 'LIVE_MMLS_DOGS_German_Pinscher'
    | 'LIVE_MMLS_DOGS_German_Shepherd_Dog' | 'LIVE_MMLS_DOGS_German_Shorthaired_Pointer'
    | 'LIVE_MMLS_DOGS_German_Wirehaired_Pointer' | 'LIVE_MMLS_DOGS_Giant_Schnauzer'
    | 'LIVE_MMLS_DOGS_Glen_of_Imaal_Terrier' | 'LIVE_MMLS_DOGS_Goldador_Golden_Retriever_Labrador_Retriever'
    | 'LIVE_MMLS_DOGS_Golden_Retriever' | 'LIVE_MMLS_DOGS_Goldendoodle_Golden_Retriever_Poodle_Mix'
    | 'LIVE_MMLS_DOGS_Gordon_Setter' | 'LIVE_MMLS_DOGS_Great_Dane' | 'LIVE_MMLS_DOGS_Great_Pyrenees'
    | 'LIVE_MMLS_DOGS_Greater_Swiss_Mountain_Dog' | 'LIVE_MMLS_DOGS_Greyhound' | 'LIVE_MMLS_DOGS_Harrier'
    | 'LIVE_MMLS_DOGS_Havanese' | 'LIVE_MMLS_DOGS_Ibizan_Hound' | 'LIVE_MMLS_DOGS_Icelandic_Sheepdog'
    | 'LIVE_MMLS_DOGS_Irish_Red_and_White_Setter' | 'LIVE_MMLS_DOGS_Irish_Setter' | 'LIVE_MMLS_DOGS_Irish_Terrier'
    | 'LIVE_MMLS_DOGS_Irish_Water_Spaniel' | 'LIVE_MMLS_DOGS_Irish_Wolfhound' | 'LIVE_MMLS_DOGS_Italian_Greyhound'
    | 'LIVE_MMLS_DOGS_Italian_Mastiff' | 'LIVE_MMLS_DOGS_Jack_Chi_Chihuahua_Jack_Russell_Terrier_Mix'
    | 'LIVE_MMLS_DOGS_Jack_Russell_Terrier' | 'LIVE_MMLS_DOGS_Japanese_Boxer' | 'LIVE_MMLS_DOGS_Japanese_Chin'
    | 'LIVE_MMLS_DOGS_Japanese_Mastiff' | 'LIVE_MMLS_DOGS_Japanese_Pug' | 'LIVE_MMLS_DOGS_Japanese_Spaniel'
    | 'LIVE_MMLS_DOGS_Kangal_Shepherd_Dog' | 'LIVE_MMLS_DOGS_Keeshond' | 'LIVE_MMLS_DOGS_Kerry_Blue_Terrier'
    | 'LIVE_MMLS_DOGS_King_Charles_Spaniel' | 'LIVE_MMLS_DOGS_Komondor' | 'LIVE_MMLS_DOGS_Kuvasz'
    | 'LIVE_MMLS_DOGS_Kyi_Leo_Maltese_Lhasa_Apso_Mix'
    | 'LIVE_MMLS_DOGS_Labrabull_Labrador_Retriever_American_Pit_Bull'
    | 'LIVE_MMLS_DOGS_Labradane_Labrador_Retriever_Great_Dane_Mix'
    | 'LIVE_MMLS_DOGS_Labradoodle_Labrador_Retriever_Poodle_Mix' | 'LIVE_MMLS_DOGS_Labrador_Retriever'
    | 'LIVE_MMLS_DOGS_Lagotto_Romagnolo' | 'LIVE_MMLS_DOGS_Lakeland_Terrier' | 'LIVE_MMLS_DOGS_Leonberger'
    | 'LIVE_MMLS_DOGS_Lhasa_Apso' | 'LIVE_MMLS_DOGS_Löwchen' | 'LIVE_MMLS_DOGS_Mal_Shi_Maltese_Shih_Tzu_Mix'
    | 'LIVE_MMLS_DOGS_Malt_Tzu_Maltese_Shih_Tzu_Mix' | 'LIVE_MMLS_DOGS_Maltese' | 'LIVE_MMLS_DOGS_Maltese_Shih_Tzu'
    | 'LIVE_MMLS_DOGS_Malti_Zu_Maltese_Shih_Tzu_Mix' | 'LIVE_MMLS_DOGS_Maltipoo_Maltese_Poodle_Mix'
    | 'LIVE_MMLS_DOGS_Manchester_Terrier' | 'LIVE_MMLS_DOGS_Mastador_Bullmastiff_Labrador_Retriever_Mix'
    | 'LIVE_MMLS_DOGS_Mastiff' | 'LIVE_MMLS_DOGS_Mastin_Espanol_Spanish_Mastiff'
    | 'LIVE_MMLS_DOGS_Mastino_Napoletano_Neopolitan_Mastiff' | 'LIVE_MMLS_DOGS_Miniature_American_Shepherd'
    | 'LIVE_MMLS_DOGS_Miniature_Bull_Terrier' | 'LIVE_MMLS_DOGS_Miniature_Pinscher'
    | 'LIVE_MMLS_DOGS_Miniature_Schnauzer' | 'LIVE_MMLS_DOGS_Mixed_Invalid_Breed_Type'
    | 'LIVE_MMLS_DOGS_Neapolitan_Mastiff' | 'LIVE_MMLS_DOGS_Newfoundland' | 'LIVE_MMLS_DOGS_Norfolk_Terrier'
    | 'LIVE_MMLS_DOGS_Norwegian_Buhund' | 'LIVE_MMLS_DOGS_Norwegian_Elkhound' | 'LIVE_MMLS_DOGS_Norwegian_Lundehund'
    | 'LIVE_MMLS_DOGS_Norwich_Terrier' | 'LIVE_MMLS_DOGS_Nova_Scotia_Duck_Tolling_Retriever'
    | 'LIVE_MMLS_DOGS_Old_English_Bulldog' | 'LIVE_MMLS_DOGS_Old_English_Sheepdog'
    | 'LIVE_MMLS_DOGS_Olde_English_Bulldog' | 'LIVE_MMLS_DOGS_Otterhound' | 'LIVE_MMLS_DOGS_Papillon'
    | 'LIVE_MMLS_DOGS_Parson_Russell_Terrier' | 'LIVE_MMLS_DOGS_Peekapoo_Pekingese_Poodle_Mix'
    | 'LIVE_MMLS_DOGS_Pekingese' | 'LIVE_MMLS_DOGS_Pembroke_Welsh_Corgi'
    | 'LIVE_MMLS_DOGS_Petit_Basset_Griffon_Vendéen' | 'LIVE_MMLS_DOGS_Pharaoh_Hound' | 'LIVE_MMLS_DOGS_Pit_Bull'
    | 'LIVE_MMLS_DOGS_Pit_Plott_Pitbull_Plott_Hound_Mix' | 'LIVE_MMLS_DOGS_Plott_Hound' | 'LIVE_MMLS_DOGS_Pointer'
    | 'LIVE_MMLS_DOGS_Polish_Lowland_Sheepdog' | 'LIVE_MMLS_DOGS_Pomapoo_Pomeranian_Poodle_Mix'
    | 'LIVE_MMLS_DOGS_Pomchi_Pomeranian_Chihuahua_Mix' | 'LIVE_MMLS_DOGS_Pomeranian'
    | 'LIVE_MMLS_DOGS_Pomsky_Pomeranian_Siberian_Husky_Mix' | 'LIVE_MMLS_DOGS_Poochon_Poodle_Bichon_Frise_Mix'
    | 'LIVE_MMLS_DOGS_Poodle' | 'LIVE_MMLS_DOGS_Portuguese_Podengo_Pequeno' | 'LIVE_MMLS_DOGS_Portuguese_Water_Dog'
    | 'LIVE_MMLS_DOGS_Presa_Canario' | 'LIVE_MMLS_DOGS_Pug' | 'LIVE_MMLS_DOGS_Pugapoo_Pug_Poodle_Mix'
    | 'LIVE_MMLS_DOGS_Puggle_Pug_Beagle_Mix' | 'LIVE_MMLS_DOGS_Puli' | 'LIVE_MMLS_DOGS_Pyrenean_Mastiff'
    | 'LIVE_MMLS_DOGS_Pyrenean_Shepherd' | 'LIVE_MMLS_DOGS_Rat_Terrier' | 'LIVE_MMLS_DOGS_Redbone_Coonhound'
    | 'LIVE_MMLS_DOGS_Rhodesian_Ridgeback' | 'LIVE_MMLS_DOGS_Rottweiler' | 'LIVE_MMLS_DOGS_Russell_Terrier'
    | 'LIVE_MMLS_DOGS_Saint_Bernard' | 'LIVE_MMLS_DOGS_Saluki' | 'LIVE_MMLS_DOGS_Samoyed'
    | 'LIVE_MMLS_DOGS_Schipperke' | 'LIVE_MMLS_DOGS_Schnoodle_Schnauzer_Poodle_Mix'
    | 'LIVE_MMLS_DOGS_Scottish_Deerhound' | 'LIVE_MMLS_DOGS_Scottish_Terrier' | 'LIVE_MMLS_DOGS_Sealyham_Terrier'
    | 'LIVE_MMLS_DOGS_Shar_Pei' | 'LIVE_MMLS_DOGS_Sheepadoodle_Old_English_Sheepdog_Poodle_Mix'
    | 'LIVE_MMLS_DOGS_Shetland_Sheepdog' | 'LIVE_MMLS_DOGS_Shiba_Inu' | 'LIVE_MMLS_DOGS_Shih_Poo'
    | 'LIVE_MMLS_DOGS_Shih_Tzu' | 'LIVE_MMLS_DOGS_Shihpoo_Shih_Tzu_Poodle_Mix' | 'LIVE_MMLS_DOGS_Siberian_Husky'
    | 'LIVE_MMLS_DOGS_Silky_Terrier' | 'LIVE_MMLS_DOGS_Skye_Terrier' | 'LIVE_MMLS_DOGS_Sloughi_Arabian_Greyhound'
    | 'LIVE_MMLS_DOGS_Smooth_Fox_Terrier' | 'LIVE_MMLS_DOGS_Soft_Coated_Wheaten_Terrier'
    | 'LIVE_MMLS_DOGS_South_African_Mastiff' | 'LIVE_MMLS_DOGS_Spanish_Mastiff' | 'LIVE_MMLS_DOGS_Spanish_Water_Dog'
    | 'LIVE_MMLS_DOGS_Spinone_Italiano' | 'LIVE_MMLS_DOGS_Staffordshire_Bull_Terrier'
    | 'LIVE_MMLS_DOGS_Standard_Schnauzer' | 'LIVE_MMLS_DOGS_Sussex_Spaniel' | 'LIVE_MMLS_DOGS_Swedish_Vallhund'
    | 'LIVE_MMLS_DOGS_Tibetan_Mastiff' | 'LIVE_MMLS_DOGS_Tibetan_Spaniel' | 'LIVE_MMLS_DOGS_Tibetan_Terrier'
    | 'LIVE_MMLS_DOGS_Tosa_Japanese_Mastiff' | 'LIVE_MMLS_DOGS_Toy_Fox_Terrier'
    | 'LIVE_MMLS_DOGS_Treeing_Walker_Coonhound' | 'LIVE_MMLS_DOGS_Utonagan_Northern_Inuit_Dog'
    | 'LIVE_MMLS_DOGS_Valley_Bulldog' | 'LIVE_MMLS_DOGS_Vizsla' | 'LIVE_MMLS_DOGS_Weimaraner'
    | 'LIVE_MMLS_DOGS_Welsh_Springer_Spaniel' | 'LIVE_MMLS_DOGS_Welsh_Terrier'
    | 'LIVE_MMLS_DOGS_West_Highland_White_Terrier' | 'LIVE_MMLS_DOGS_Whippet' | 'LIVE_MMLS_DOGS_Wire_Fox_Terrier'
    | 'LIVE_MMLS_DOGS_Wirehaired_Pointing_Griffon' | 'LIVE_MMLS_DOGS_Wirehaired_Vizsla'
    | 'LIVE_MMLS_DOGS_Xoloitzcuintli_Mexican_Hairless_Dog' | 'LIVE_MMLS_DOGS_Yorkipoo_Yorkshire_Terrier_Poodle_Mix'
    | 'LIVE_MMLS_DOGS_Yorkshire_Terrier' | 'LIVE_MMLS_FERR' | 'LIVE_MMLS_GOAT' | 'LIVE_MMLS_HORS' | 'LIVE_MMLS_MNKY'
    | 'LIVE_MMLS_PIGS' | 'LIVE_MMLS_RDNT' | 'LIVE_MMLS_SHEP' | 'LIVE_REPT' | 'LIVE_VANI' | 'LIVE_ZOOA' | 'MAIL'
    | 'MART' | 'MART_ART' | 'MART_ENGR' | 'MART_HAND' | 'MART_MUEQ' | 'MART_MUSI' | 'MART_PNTG' | 'MLTY'
    | 'MLTY_AMUN' | 'MLTY_MSUP' | 'MLTY_SPWE' | 'MLTY_WPNS' | 'PHAR' | 'PHAR_BIOP' | 'PHAR_BIOP_BIOC'
    | 'PHAR_BIOP_HEMO' | 'PHAR_BIOP_HUBL' | 'PHAR_BIOP_HUSR' | 'PHAR_BIOP_LHOR' | 'PHAR_BIOP_SEME' | 'PHAR_BIOP_SMPL'
    | 'PHAR_MDCN' | 'PHAR_MDCN_ANTB' | 'PHAR_MDCN_VACC' | 'PHAR_MDCN_VETE' | 'PHAR_MEDI' | 'PHAR_PHAR'
    | 'PHAR_PHAR_SUEQ' | 'PRIN' | 'PRIN_ADVM' | 'PRIN_BOOK' | 'PRIN_DOCU' | 'PRIN_EDUM' | 'PRIN_NEWS' | 'PRIN_PPRP'
    | 'RAWM' | 'RAWM_BLDM' | 'RAWM_CLAY' | 'RAWM_GLAS' | 'RAWM_GRAN' | 'RAWM_GUMS' | 'RAWM_MARB' | 'RAWM_METL'
    | 'RAWM_METP' | 'RAWM_MICA' | 'RAWM_MINE' | 'RAWM_MIRR' | 'RAWM_OILS' | 'RAWM_PLST' | 'RAWM_QRTZ' | 'RAWM_RUBR'
    | 'RAWM_RUBR_RTYR' | 'RAWM_STNS' | 'RAWM_WOOD' | 'SCIN' | 'SCIN_DEEQ' | 'SCIN_DIAG' | 'SCIN_HEAR' | 'SCIN_LBEQ'
    | 'SCIN_MEEQ' | 'SCIN_OPTI' | 'SCIN_PRCI' | 'TRPH' | 'TRPH_HTRH' | 'TRPH_OTRH' | 'TXTL' | 'TXTL_FREW'
    | 'TXTL_FUR' | 'TXTL_FURW' | 'TXTL_LEXW' | 'TXTL_LTHR' | 'TXTL_LTWR' | 'TXTL_TXEW' | 'TXTL_TXEW_CARP'
    | 'TXTL_TXEW_CURT' | 'TXTL_TXEW_FABR' | 'TXTL_TXEW_FURN' | 'TXTL_TXEW_HIDE' | 'TXTL_TXEW_NDLE' | 'TXTL_TXEW_SKIN'
    | 'TXTL_TXEW_TRLS' | 'TXTL_TXEW_YARN' | 'TXTL_TXLW' | 'TXTL_TXLW_APPR' | 'TXTL_TXLW_CLTH' | 'TXTL_TXLW_FOOT'
    | 'TXTL_TXLW_GARM' | 'TXTL_TXTL' | 'VALU' | 'VALU_BANK' | 'VALU_DIAM' | 'VALU_GOLD' | 'VALU_JWRY' | 'VALU_PLAT'
    | 'VALU_PMET' | 'VALU_PSTN' | 'VALU_SLVR' | 'VALU_WTCH' | 'VHCL' | 'VHCL_AIRC' | 'VHCL_AIRC_AACC'
    | 'VHCL_AIRC_AENG' | 'VHCL_AIRC_AMTR' | 'VHCL_AIRC_APRT' | 'VHCL_AIRC_ASUP' | 'VHCL_AIRC_AWHL' | 'VHCL_AIRC_HELI'
    | 'VHCL_AIRC_HPRT' | 'VHCL_MACH' | 'VHCL_MACH_COIL' | 'VHCL_MACH_COMP' | 'VHCL_MACH_HRDW' | 'VHCL_MACH_MECH'
    | 'VHCL_MACH_MTSP' | 'VHCL_MACH_OILD' | 'VHCL_MACH_PART' | 'VHCL_MACH_PUEQ' | 'VHCL_SHIP' | 'VHCL_SHIP_SENG'
    | 'VHCL_SHIP_SMTR' | 'VHCL_SHIP_SPAR' | 'VHCL_SHIP_SSPA' | 'VHCL_SVCL' | 'VHCL_SVCL_AUTO' | 'VHCL_SVCL_BICY'
    | 'VHCL_SVCL_CRTA' | 'VHCL_SVCL_MOTO' | 'VHCL_SVCL_PART' | 'VHCL_SVCL_TIRE';
  CompositionType: 'COMPOSITION' | 'DECOMPOSITION';
  ContactDetailType:
    | 'ALTERNATE_EMAIL_ADDRESS' | 'ALTERNATE_PHONE_NUMBER' | 'EMAIL_ADDRESS' | 'FAX_NUMBER' | 'PHONE_NUMBER'
    | 'TELEX' | 'WEBSITE' | OtherText;
  ContactRole: 'CUSTOMER_CONTACT' | 'CUSTOMS_CONTACT' | 'EMERGENCY_CONTACT' | OtherText;
  CurrencyCode: OtherText;
  DangerousGoodsCode:
    | 'CAO' | 'EBI' | 'EBM' | 'ELI' | 'ELM' | 'ICE' | 'MAG' | 'RBI' | 'RBM' | 'RCL' | 'RCM' | 'RCX' | 'REX' | 'RFG'
    | 'RFL' | 'RFS' | 'RFW' | 'RGX' | 'RIS' | 'RLI' | 'RLM' | 'RMD' | 'RNG' | 'ROP' | 'ROX' | 'RPB' | 'RPG' | 'RRW'
    | 'RRY' | 'RSB' | 'RSC' | 'RXB' | 'RXC' | 'RXD' | 'RXE' | 'RXG' | 'RXS';
  DemurrageCode: 'BCC' | 'HHH' | 'XXX' | 'ZZZ';
  DensityGroupCode: '0' | '1' | '10' | '2' | '3' | '4' | '5' | '6' | '8' | '9';
  DimensionsUnitCode: 'CMT' | 'FOT' | 'INH' | 'MTR' | OtherText;
  DirectionType: 'INBOUND' | 'OUTBOUND' | 'UNPLANNED_STOP';
  EntitlementCode: 'A' | 'C';
  EventTimeType: 'ACTUAL' | 'ESTIMATED' | 'EXPECTED' | 'PLANNED' | 'REQUESTED';
  ExecutionStatus: 'ACTIVE' | 'CANCELLED' | 'COMPLETE' | 'PENDING';
  ExplosiveCompatibilityGroupCode: 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'J' | 'K' | 'L' | 'N' | 'S';
  GoodsTypeCode: 'I' | 'II' | 'III';
  GoodsTypeExtensionCode: 'A' | 'C' | 'D' | 'F' | 'I' | 'O' | 'R' | 'U' | 'W' | 'X';
  LoadType: 'BULK' | 'LOOSE' | 'PALLET' | 'UNIT_LOAD_DEVICE';
  LoadingType: 'LOADING' | 'UNLOADING';
  MeasurementUnitCode:
    | 'BQL' | 'CEL' | 'CGM' | 'CLT' | 'CMQ' | 'CMT' | 'CUR' | 'DLT' | 'DMT' | 'FAH' | 'FOT' | 'FTQ' | 'GIA' | 'GII'
    | 'GLI' | 'GLL' | 'GRM' | 'INH' | 'INQ' | 'KBQ' | 'KEL' | 'KGM' | 'LBR' | 'LTR' | 'MBQ' | 'MGM' | 'MLT' | 'MMT'
    | 'MTQ' | 'MTR' | 'NDA' | 'ONZ' | 'OZA' | 'OZI' | 'PTI' | 'PTL' | 'QTI' | 'QTL' | 'TBQ' | 'YRD' | OtherText;
  ModeCode:
    | 'AIR_TRANSPORT' | 'FIXED_TRANSPORT_INSTALLATION' | 'INLAND_WATER_TRANSPORT' | 'MAIL' | 'MARITIME_TRANSPORT'
    | 'MULTIMODAL_TRANSPORT' | 'RAIL_TRANSPORT' | 'ROAD_TRANSPORT' | 'TRANSPORT_MODE_NOT_APPLICABLE'
    | 'TRANSPORT_MODE_NOT_SPECIFIED';
  ModeQualifier: 'MAIN_CARRIAGE' | 'ON_CARRIAGE' | 'PRE_CARRIAGE' | OtherText;
  MovementIndicator:
    | 'AA' | 'AB' | 'AD' | 'AG' | 'AH' | 'AK' | 'AL' | 'AO' | 'AR' | 'CN' | 'DA' | 'DL' | 'DV' | 'EA' | 'EB' | 'ED'
    | 'EK' | 'EL' | 'EO' | 'ER' | 'FR' | 'NI' | 'PA' | 'RR' | 'SA' | 'SD' | 'SK' | 'SL' | 'SR' | 'SS' | OtherText;
  MovementTimeType: 'ACTUAL' | 'ESTIMATED' | 'SCHEDULED';
  OtherChargeCode:
    | 'AC' | 'AS' | 'AT' | 'AW' | 'BA' | 'BB' | 'BC' | 'BE' | 'BF' | 'BH' | 'BI' | 'BL' | 'BM' | 'BR' | 'CA' | 'CB'
    | 'CC' | 'CD' | 'CE' | 'CF' | 'CG' | 'CH' | 'CI' | 'CJ' | 'DB' | 'DC' | 'DD' | 'DF' | 'DG' | 'DH' | 'DI' | 'DJ'
    | 'DK' | 'DV' | 'EA' | 'FA' | 'FB' | 'FC' | 'FD' | 'FE' | 'FF' | 'FI' | 'GA' | 'GT' | 'HB' | 'HR' | 'IA' | 'IN'
    | 'JA' | 'KA' | 'KB' | 'LA' | 'LC' | 'LE' | 'LF' | 'LG' | 'LH' | 'LI' | 'LJ' | 'MA' | 'MB' | 'MC' | 'MD' | 'ME'
    | 'MF' | 'MG' | 'MH' | 'MI' | 'MJ' | 'MK' | 'ML' | 'MM' | 'MN' | 'MO' | 'MP' | 'MQ' | 'MR' | 'MS' | 'MT' | 'MU'
    | 'MV' | 'MW' | 'MX' | 'MY' | 'MZ' | 'NS' | 'PA' | 'PB' | 'PK' | 'PU' | 'RA' | 'RB' | 'RC' | 'RD' | 'RF' | 'SA'
    | 'SB' | 'SC' | 'SD' | 'SE' | 'SF' | 'SI' | 'SO' | 'SP' | 'SR' | 'SS' | 'ST' | 'SU' | 'TA' | 'TB' | 'TC' | 'TD'
    | 'TE' | 'TI' | 'TR' | 'TV' | 'TX' | 'UB' | 'UC' | 'UD' | 'UE' | 'UF' | 'UG' | 'UH' | 'VA' | 'VB' | 'VC' | 'WA'
    | 'XB' | 'XC' | 'XD' | 'XE' | 'ZA' | 'ZB' | 'ZC';
  PackageMarkCode: 'SSCC_18' | 'UPC' | OtherText;
  PackagingDangerLevelCode: 'I' | 'II' | 'III';
  ParticipantIdentifier:
    | 'AGT' | 'AIR' | 'APT' | 'BRK' | 'CAG' | 'CNE' | 'CTM' | 'DCL' | 'DEC' | 'FFW' | 'GHA' | 'NFY' | 'PTT' | 'SHP'
    | 'TRK' | OtherText;
  PrepaidCollectIndicator: 'C' | 'P';
  RaTypeCode: 'III_YELLOW' | 'II_YELLOW' | 'I_WHITE';
  RadioactiveMaterialClassification: 'LOW_DISPERSIBLE' | 'PHYSICAL_CHEMICAL_FORM' | 'SPECIAL_FORM';
  RateClassCode: 'B' | 'C' | 'E' | 'K' | 'M' | 'N' | 'P' | 'Q' | 'R' | 'S' | 'U' | 'W' | 'X' | 'Y';
  RatingsType: 'A' | 'C' | 'F';
  RegulatedEntityCategoryCode: 'AO' | 'KC' | 'RA' | 'RC';
  ScreeningExemption: 'BIOM' | 'DIPL' | 'LFSM' | 'MAIL' | 'NUCL' | 'SMUS' | 'TRNS';
  ScreeningMethod: 'AOM' | 'CMD' | 'EDD' | 'EDS' | 'ETD' | 'PHS' | 'VCK' | 'XRY';
  SecurityStatus: 'NSC' | 'SCO' | 'SHR' | 'SPX';
  SensorType:
    | 'ACCELEROMETER' | 'GEOLOCATION' | 'HUMIDITY' | 'LIGHT' | 'PRESSURE' | 'THERMOMETER' | 'TILT' | 'VIBRATION'
    | OtherText;
  ServiceCode: 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'I' | 'J' | 'P' | 'S' | 'T' | 'X';
  ShipmentSecurityStatus: 'NCR' | 'SCR';
  SignatoryRole:
    | 'APPLICANT' | 'EXAMINING_AUTHORITY' | 'ISSUING_AUTHORITY' | 'MANAGEMENT_AUTHORITY' | 'PERMIT_ISSUER';
  SignatureTypeCode: 'DETENTION' | 'FUMIGATION' | 'INSPECTION' | 'SECURITY';
  SpaceAllocationCode:
    | 'CA' | 'CN' | 'HK' | 'HL' | 'HN' | 'KK' | 'LL' | 'NA' | 'NL' | 'NN' | 'SS' | 'UN' | 'UU' | 'XX';
  SpecialHandlingCode:
    | 'ACT' | 'AOG' | 'ATT' | 'AVI' | 'BIG' | 'BUP' | 'CAO' | 'CAT' | 'CIC' | 'COL' | 'COM' | 'CRT' | 'DIP' | 'EAP'
    | 'EAT' | 'EAW' | 'EBI' | 'EBM' | 'ECC' | 'ECP' | 'ELI' | 'ELM' | 'EMD' | 'ERT' | 'FIL' | 'FRI' | 'FRO' | 'GOH'
    | 'HEA' | 'HEG' | 'HUM' | 'ICE' | 'LHO' | 'LIC' | 'MAG' | 'MAL' | 'MUW' | 'NSC' | 'NST' | 'NWP' | 'OBX' | 'OHG'
    | 'PAC' | 'PEA' | 'PEB' | 'PEF' | 'PEM' | 'PEP' | 'PER' | 'PES' | 'PHY' | 'PIL' | 'PIP' | 'QRT' | 'RAC' | 'RBI'
    | 'RBM' | 'RCL' | 'RCM' | 'RCX' | 'RDS' | 'REQ' | 'REX' | 'RFG' | 'RFL' | 'RFS' | 'RFW' | 'RGX' | 'RIS' | 'RLI'
    | 'RLM' | 'RMD' | 'RNG' | 'ROP' | 'ROX' | 'RPB' | 'RPG' | 'RRE' | 'RRW' | 'RRY' | 'RSB' | 'RSC' | 'RXB' | 'RXC'
    | 'RXD' | 'RXE' | 'RXG' | 'RXS' | 'SCO' | 'SHL' | 'SHR' | 'SPF' | 'SPX' | 'SUR' | 'SWP' | 'VAL' | 'VIC' | 'VOL'
    | 'VUN' | 'WET' | 'XPS' | OtherText;
  StatusCode:
    | 'ARR' | 'AWD' | 'AWR' | 'BKD' | 'CCD' | 'CRC' | 'DDL' | 'DEP' | 'DIS_DFLD' | 'DIS_FDAV' | 'DIS_FDAW'
    | 'DIS_FDCA' | 'DIS_FDMB' | 'DIS_MSAV' | 'DIS_MSAW' | 'DIS_MSCA' | 'DIS_MSMB' | 'DIS_OFLD' | 'DIS_OVCD'
    | 'DIS_SSPD' | 'DLV' | 'DOC' | 'DPU' | 'FIW' | 'FOH' | 'FOW' | 'MAN' | 'NFD' | 'OCI' | 'OSI' | 'PRE' | 'RCF'
    | 'RCS' | 'RCT' | 'TFD' | 'TGC' | 'TRM';
  StoringType: 'STORE_IN' | 'STORE_OUT';
  TemperatureUnitCode: 'CEL' | 'FAH' | 'KEL' | OtherText;
  TransactionPurposeCode: 'B' | 'E' | 'G' | 'H' | 'L' | 'M' | 'N' | 'P' | 'Q' | 'S' | 'T' | 'Z';
  TransportMeansServiceType: 'FREIGHTER' | 'MIXED_CONFIGURATION_COMBI' | 'PASSENGER' | 'TRUCK';
  ULDChargeCode: 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'I';
  ULDConditionCode: 'DAM' | 'SER';
  ULDLoadingIndicator: 'L' | 'M' | 'N' | 'R' | 'U';
  VolumeUnitCode: 'CMQ' | 'FTQ' | 'GLL' | 'INQ' | 'LTR' | 'MTQ' | OtherText;
  WaybillType: 'DIRECT' | 'HOUSE' | 'MASTER';
  WeightUnitCode: 'KGM' | 'LBR' | 'ONZ' | OtherText;
}

/**
 * The IRIs of the codes.
 *
 * @since 0.3.0
 */
export interface CodeIris {
  AWBUseIndicator: `https://onerecord.iata.org/ns/code-lists/AWBUseIndicator#${Codes['AWBUseIndicator']}`;
  AccountType: string;
  ActionTimeType: `https://onerecord.iata.org/ns/cargo#${Codes['ActionTimeType']}`;
  AircraftPossibilityCode: `https://onerecord.iata.org/ns/code-lists/AircraftPossibilityCode#${Codes['AircraftPossibilityCode']}`;
  BasicRateClassCode: `https://onerecord.iata.org/ns/code-lists/RateClassCode#${Codes['BasicRateClassCode']}`;
  BookingOptionStatus: `https://onerecord.iata.org/ns/cargo#${Codes['BookingOptionStatus']}`;
  BookingStatus: `https://onerecord.iata.org/ns/cargo#${Codes['BookingStatus']}`;
  ChargeCode: `https://onerecord.iata.org/ns/code-lists/ChargeCode#${Codes['ChargeCode']}`;
  ChargeIdentifier: `https://onerecord.iata.org/ns/code-lists/ChargeIdentifier#${Codes['ChargeIdentifier']}`;
  CommodityCode: `https://onerecord.iata.org/ns/code-lists/CommodityCode#${Codes['CommodityCode']}`;
  CompositionType: `https://onerecord.iata.org/ns/cargo#${Codes['CompositionType']}`;
  ContactDetailType: string;
  ContactRole: string;
  CurrencyCode: string;
  DangerousGoodsCode: `https://onerecord.iata.org/ns/code-lists/DangerousGoodsCode#${Codes['DangerousGoodsCode']}`;
  DemurrageCode: `https://onerecord.iata.org/ns/code-lists/DemurrageCode#${Codes['DemurrageCode']}`;
  DensityGroupCode: `https://onerecord.iata.org/ns/code-lists/DensityGroupCode#${Codes['DensityGroupCode']}`;
  DimensionsUnitCode: string;
  DirectionType: `https://onerecord.iata.org/ns/cargo#${Codes['DirectionType']}`;
  EntitlementCode: `https://onerecord.iata.org/ns/code-lists/EntitlementCode#${Codes['EntitlementCode']}`;
  EventTimeType: `https://onerecord.iata.org/ns/cargo#${Codes['EventTimeType']}`;
  ExecutionStatus: `https://onerecord.iata.org/ns/cargo#${Codes['ExecutionStatus']}`;
  ExplosiveCompatibilityGroupCode: `https://onerecord.iata.org/ns/code-lists/ExplosiveCompatibilityGroupCode#${Codes['ExplosiveCompatibilityGroupCode']}`;
  GoodsTypeCode: `https://onerecord.iata.org/ns/code-lists/GoodsTypeCode#${Codes['GoodsTypeCode']}`;
  GoodsTypeExtensionCode: `https://onerecord.iata.org/ns/code-lists/GoodsTypeExtensionCode#${Codes['GoodsTypeExtensionCode']}`;
  LoadType: `https://onerecord.iata.org/ns/cargo#${Codes['LoadType']}`;
  LoadingType: `https://onerecord.iata.org/ns/cargo#${Codes['LoadingType']}`;
  MeasurementUnitCode: string;
  ModeCode: `https://onerecord.iata.org/ns/code-lists/ModeCode#${Codes['ModeCode']}`;
  ModeQualifier: string;
  MovementIndicator: string;
  MovementTimeType: `https://onerecord.iata.org/ns/cargo#${Codes['MovementTimeType']}`;
  OtherChargeCode: `https://onerecord.iata.org/ns/code-lists/OtherChargeCode#${Codes['OtherChargeCode']}`;
  PackageMarkCode: string;
  PackagingDangerLevelCode: `https://onerecord.iata.org/ns/code-lists/PackagingDangerLevelCode#${Codes['PackagingDangerLevelCode']}`;
  ParticipantIdentifier: string;
  PrepaidCollectIndicator: `https://onerecord.iata.org/ns/code-lists/PrepaidCollectIndicator#${Codes['PrepaidCollectIndicator']}`;
  RaTypeCode: `https://onerecord.iata.org/ns/code-lists/RaTypeCode#${Codes['RaTypeCode']}`;
  RadioactiveMaterialClassification: `https://onerecord.iata.org/ns/code-lists/RadioactiveMaterialClassification#${Codes['RadioactiveMaterialClassification']}`;
  RateClassCode: `https://onerecord.iata.org/ns/code-lists/RateClassCode#${Codes['RateClassCode']}`;
  RatingsType: `https://onerecord.iata.org/ns/code-lists/RatingsType#${Codes['RatingsType']}`;
  RegulatedEntityCategoryCode: `https://onerecord.iata.org/ns/code-lists/RegulatedEntityCategoryCode#${Codes['RegulatedEntityCategoryCode']}`;
  ScreeningExemption: `https://onerecord.iata.org/ns/code-lists/ScreeningExemption#${Codes['ScreeningExemption']}`;
  ScreeningMethod: `https://onerecord.iata.org/ns/code-lists/ScreeningMethod#${Codes['ScreeningMethod']}`;
  SecurityStatus: `https://onerecord.iata.org/ns/code-lists/SecurityStatus#${Codes['SecurityStatus']}`;
  SensorType: string;
  ServiceCode: `https://onerecord.iata.org/ns/code-lists/ServiceCode#${Codes['ServiceCode']}`;
  ShipmentSecurityStatus: `https://onerecord.iata.org/ns/code-lists/ShipmentSecurityStatus#${Codes['ShipmentSecurityStatus']}`;
  SignatoryRole: `https://onerecord.iata.org/ns/code-lists/SignatoryRole#${Codes['SignatoryRole']}`;
  SignatureTypeCode: `https://onerecord.iata.org/ns/code-lists/SignatureTypeCode#${Codes['SignatureTypeCode']}`;
  SpaceAllocationCode: `https://onerecord.iata.org/ns/code-lists/SpaceAllocationCode#${Codes['SpaceAllocationCode']}`;
  SpecialHandlingCode: string;
  StatusCode: `https://onerecord.iata.org/ns/code-lists/StatusCode#${Codes['StatusCode']}`;
  StoringType: `https://onerecord.iata.org/ns/cargo#${Codes['StoringType']}`;
  TemperatureUnitCode: string;
  TransactionPurposeCode: `https://onerecord.iata.org/ns/code-lists/TransactionPurposeCode#${Codes['TransactionPurposeCode']}`;
  TransportMeansServiceType: `https://onerecord.iata.org/ns/code-lists/TransportMeansServiceType#${Codes['TransportMeansServiceType']}`;
  ULDChargeCode: `https://onerecord.iata.org/ns/code-lists/ULDChargeCode#${Codes['ULDChargeCode']}`;
  ULDConditionCode: `https://onerecord.iata.org/ns/code-lists/ULDConditionCode#${Codes['ULDConditionCode']}`;
  ULDLoadingIndicator: `https://onerecord.iata.org/ns/code-lists/ULDLoadingIndicator#${Codes['ULDLoadingIndicator']}`;
  VolumeUnitCode: string;
  WaybillType: `https://onerecord.iata.org/ns/cargo#${Codes['WaybillType']}`;
  WeightUnitCode: string;
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/AWBUseIndicator>.
 *
 * @since 0.3.0
 */
export interface AWBUseIndicator {
  '@id': CodeIris['AWBUseIndicator'];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#AccountNumber>.
 *
 * @since 0.3.0
 */
export interface AccountNumber<Type extends string = 'AccountNumber'> {
  '@id'?: string;
  '@type'?: Type;
  accountNumberType?: AccountType;
  textualValue?: string;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#AccountType>.
 *
 * @since 0.3.0
 */
export interface AccountType<Type extends string = 'AccountType'> extends CodeListElement<Type> {
  '@type'?: Type;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#AccountingNote>.
 *
 * @since 0.3.0
 */
export interface AccountingNote<Type extends string = 'AccountingNote'> {
  '@id'?: string;
  '@type'?: Type;
  accountingNoteIdentifier?: string;
  accountingNoteText?: string;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#ActionTimeType>.
 *
 * @since 0.3.0
 */
export interface ActionTimeType {
  '@id': CodeIris['ActionTimeType'];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#ActivitySequence>.
 *
 * @since 0.3.0
 */
export interface ActivitySequence<Type extends string = 'ActivitySequence'> {
  '@id'?: string;
  '@type'?: Type;
  activity?: AnyLogisticsActivity;
  sequenceNumber?: string;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#Actor>.
 *
 * @since 0.3.0
 */
export interface Actor<Type extends string = 'Actor'> extends LogisticsAgent<Type> {
  associatedOrganization?: AnyOrganization;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#Address>.
 *
 * @since 0.3.0
 */
export interface Address<Type extends string = 'Address'> {
  '@id'?: string;
  '@type'?: Type;
  addressCode?: AnyCodeListElement;
  cityCode?: AnyCodeListElement;
  cityName?: string;
  country?: AnyCodeListElement;
  postOfficeBox?: string;
  /** @deprecated */
  postalCode?: AnyCodeListElement;
  regionCode?: AnyCodeListElement;
  streetAddressLines?: string[];
  textualPostCode?: string;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#Adjustments>.
 *
 * @since 0.3.0
 */
export interface Adjustments<Type extends string = 'Adjustments'> {
  '@id'?: string;
  '@type'?: Type;
  correctionNumber?: number;
  correctionSerialNumber?: string;
  reasonsForAdjustments?: string;
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/AircraftPossibilityCode>.
 *
 * @since 0.3.0
 */
export interface AircraftPossibilityCode {
  '@id': CodeIris['AircraftPossibilityCode'];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#Answer>.
 *
 * @since 0.3.0
 */
export interface Answer<Type extends string = 'Answer'> extends LogisticsObject<Type> {
  answerActor?: AnyActor;
  answerValue?: Value;
  givenAtLocation?: Location;
  involvedParties?: Party[];
  question?: Question;
  text?: string;
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/BasicRateClassCode>.
 *
 * @since 0.3.0
 */
export interface BasicRateClassCode {
  '@id': CodeIris['BasicRateClassCode'];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#BillingDetails>.
 *
 * @since 0.3.0
 */
export interface BillingDetails<Type extends string = 'BillingDetails'> extends LogisticsObject<Type> {
  adjustments?: Adjustments[];
  awbAcceptanceDate?: string;
  awbDeliveryDate?: string;
  awbExecutionDate?: string;
  awbUseIndicator?: AWBUseIndicator;
  commission?: number;
  commissionIndicator?: boolean;
  commissionPercentage?: number;
  detailedWaybill?: Waybill;
  discount?: number;
  exchangeRate?: number;
  nbCorrections?: number;
  taxDueAgent?: CurrencyValue;
  taxDueAirline?: CurrencyValue;
  vatIndicator?: boolean;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#Booking>.
 *
 * @since 0.3.0
 */
export interface Booking<Type extends string = 'Booking'> extends LogisticsService<Type> {
  additionalInformation?: string[];
  arrivalLocation?: Location;
  bookingRequest?: BookingRequest;
  bookingSegments?: BookingSegment[];
  bookingShipmentDetails?: BookingShipment;
  bookingStatus?: BookingStatus;
  bookingTimes?: BookingTimes[];
  carrier?: Carrier;
  carrierProduct?: CarrierProduct;
  departureLocation?: Location;
  issuedForWaybill?: Waybill;
  shippingInfo?: string;
  shippingRefNo?: string;
  stationRemarks?: StationRemarks[];
  transportLegs?: TransportLegs[];
  updateBookingOptionRequests?: BookingOptionRequest[];
  waybillNumber?: string;
  waybillPrefix?: string;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#BookingOption>.
 *
 * @since 0.3.0
 */
export interface BookingOption<Type extends string = 'BookingOption'> extends LogisticsObject<Type> {
  additionalInformation?: string;
  alternatives?: string[];
  bookingTimes?: BookingTimes;
  carrier?: Carrier;
  carrierProduct?: CarrierProduct;
  forBookingOptionRequest?: BookingOptionRequest;
  forBookingRequest?: BookingRequest;
  offerValidFrom?: string;
  offerValidTo?: string;
  price?: Price;
  requestMatch?: boolean;
  stationRemarks?: StationRemarks[];
  statusBookingOption?: BookingOptionStatus;
  transportLegs?: TransportLegs[];
  unitsPreference?: UnitsPreference;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#BookingOptionRequest>.
 *
 * @since 0.3.0
 */
export interface BookingOptionRequest<Type extends string = 'BookingOptionRequest'> extends LogisticsObject<Type> {
  bookingOptions?: BookingOption[];
  bookingPreference?: BookingPreferences;
  bookingShipmentDetails?: BookingShipment;
  bookingToUpdate?: Booking;
  carrierProduct?: CarrierProduct;
  involvedParties?: Party[];
  knownShipper?: boolean;
  timePreferences?: BookingTimes;
  transportLegs?: TransportLegs[];
  unitsPreference?: UnitsPreference;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#BookingOptionStatus>.
 *
 * @since 0.3.0
 */
export interface BookingOptionStatus {
  '@id': CodeIris['BookingOptionStatus'];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#BookingPreferences>.
 *
 * @since 0.3.0
 */
export interface BookingPreferences<Type extends string = 'BookingPreferences'> {
  '@id'?: string;
  '@type'?: Type;
  aircraftPossibilityCode?: AircraftPossibilityCode;
  excludedViaPoints?: Location[];
  includedViaPoints?: Location[];
  maxSegments?: number;
  preferredTransportId?: string;
  priceReferenceId?: string;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#BookingRequest>.
 *
 * @since 0.3.0
 */
export interface BookingRequest<Type extends string = 'BookingRequest'> extends LogisticsObject<Type> {
  booking?: Booking;
  forBookingOption?: BookingOption;
  waybillNumber?: string;
  waybillPrefix?: string;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#BookingSegment>.
 *
 * @since 0.3.0
 */
export interface BookingSegment<Type extends string = 'BookingSegment'> {
  '@id'?: string;
  '@type'?: Type;
  allotmentCode?: string;
  pieceGroups?: AnyPieceGroup[];
  spaceAllocationCode?: SpaceAllocationCode;
  transportLegs?: TransportLegs;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#BookingShipment>.
 *
 * @since 0.3.0
 */
export interface BookingShipment<Type extends string = 'BookingShipment'> extends LogisticsObject<Type> {
  chargeableWeight?: Value;
  consolidationIndicator?: boolean;
  customsInformation?: CustomsInformation[];
  densityGroupCode?: DensityGroupCode;
  expectedCommodity?: CommodityCode;
  expectedHScode?: AnyCodeListElement;
  forBookingOptionRequest?: BookingOptionRequest;
  pieceGroups?: AnyPieceGroup[];
  specialHandlingCodes?: SpecialHandlingCode[];
  specialServiceRequests?: string[];
  temperatureInstructions?: TemperatureInstructions;
  textualHandlingInstructions?: string[];
  /** @deprecated */
  totalDimensions?: Dimensions;
  totalGrossWeight?: Value;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#BookingStatus>.
 *
 * @since 0.3.0
 */
export interface BookingStatus {
  '@id': CodeIris['BookingStatus'];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#BookingTimes>.
 *
 * @since 0.3.0
 */
export interface BookingTimes<Type extends string = 'BookingTimes'> {
  '@id'?: string;
  '@type'?: Type;
  earliestAcceptanceTime?: string;
  latestAcceptanceTime?: string;
  latestArrivalTime?: string;
  timeOfAvailability?: string;
  totalTransitTime?: string;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#CO2Emissions>.
 *
 * @since 0.3.0
 */
export interface CO2Emissions<Type extends string = 'CO2Emissions'> extends LogisticsObject<Type> {
  calculatedEmissions?: Value;
  calculationFor?: AnyLogisticsObject;
  methodName?: string;
  methodVersion?: string;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#Carrier>.
 *
 * @since 0.3.0
 */
export interface Carrier<Type extends string = 'Carrier'> extends Company<Type> {
  airlineCode?: string;
  prefix?: string;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#CarrierProduct>.
 *
 * @since 0.3.0
 */
export interface CarrierProduct<Type extends string = 'CarrierProduct'> {
  '@id'?: string;
  '@type'?: Type;
  productCode?: AnyCodeListElement;
  productDescription?: string;
  serviceLevelCode?: AnyCodeListElement;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#Characteristic>.
 *
 * @since 0.3.0
 */
export interface Characteristic<Type extends string = 'Characteristic'> {
  '@id'?: string;
  '@type'?: Type;
  characteristicType?: string;
  textualValue?: string;
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/ChargeCode>.
 *
 * @since 0.3.0
 */
export interface ChargeCode {
  '@id': CodeIris['ChargeCode'];
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/ChargeIdentifier>.
 *
 * @since 0.3.0
 */
export interface ChargeIdentifier {
  '@id': CodeIris['ChargeIdentifier'];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#Check>.
 *
 * @since 0.3.0
 */
export interface Check<Type extends string = 'Check'> extends LogisticsAction<Type> {
  checkTotalResult?: CheckTotalResult;
  checkedObject?: AnyLogisticsObject;
  checker?: AnyActor;
  usedTemplate?: CheckTemplate;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#CheckTemplate>.
 *
 * @since 0.3.0
 */
export interface CheckTemplate<Type extends string = 'CheckTemplate'> extends LogisticsObject<Type> {
  date?: string;
  involvedParties?: Party[];
  legacyTemplate?: ExternalReference;
  name?: string;
  questions?: Question[];
  templatePurpose?: string;
  usedInCheck?: Check;
  version?: string;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#CheckTotalResult>.
 *
 * @since 0.3.0
 */
export interface CheckTotalResult<Type extends string = 'CheckTotalResult'> extends LogisticsObject<Type> {
  certifiedByActor?: Person;
  checkRemark?: string;
  passed?: boolean;
  resultOfCheck?: Check;
  resultValue?: Value;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#CodeListElement>.
 *
 * @since 0.3.0
 */
export interface CodeListElement<Type extends string = 'CodeListElement'> {
  '@id'?: string;
  '@type'?: Type;
  code?: string;
  codeDescription?: string;
  codeLevel?: number;
  codeListName?: string;
  codeListReference?: string;
  codeListVersion?: string;
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/CommodityCode>.
 *
 * @since 0.3.0
 */
export interface CommodityCode {
  '@id': CodeIris['CommodityCode'];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#Company>.
 *
 * @since 0.3.0
 */
export interface Company<Type extends string = 'Company'> extends Organization<Type> {
  iataCargoAgentCode?: string;
  iataCargoAgentLocationIdentifier?: string;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#Composing>.
 *
 * @since 0.3.0
 */
export interface Composing<Type extends string = 'Composing'> extends LogisticsAction<Type> {
  composedMaterials?: LoadingMaterial[];
  composedPieces?: AnyPiece[];
  compositionType?: CompositionType;
  loadingUnit?: AnyLoadingUnit;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#CompositionType>.
 *
 * @since 0.3.0
 */
export interface CompositionType {
  '@id': CodeIris['CompositionType'];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#ContactDetail>.
 *
 * @since 0.3.0
 */
export interface ContactDetail<Type extends string = 'ContactDetail'> {
  '@id'?: string;
  '@type'?: Type;
  contactDetailType?: ContactDetailType;
  textualValue?: string;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#ContactDetailType>.
 *
 * @since 0.3.0
 */
export interface ContactDetailType<Type extends string = 'ContactDetailType'> extends CodeListElement<Type> {
  '@type'?: Type;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#ContactRole>.
 *
 * @since 0.3.0
 */
export interface ContactRole<Type extends string = 'ContactRole'> extends CodeListElement<Type> {
  '@type'?: Type;
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/CurrencyCode>.
 *
 * @since 0.3.0
 */
export interface CurrencyCode<Type extends string = 'CurrencyCode'> extends CodeListElement<Type> {
  '@type'?: Type;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#CurrencyValue>.
 *
 * @since 0.3.0
 */
export interface CurrencyValue<Type extends string = 'CurrencyValue'> {
  '@id'?: string;
  '@type'?: Type;
  currencyUnit?: CurrencyCode;
  numericalValue?: number;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#CustomsInformation>.
 *
 * @since 0.3.0
 */
export interface CustomsInformation<Type extends string = 'CustomsInformation'> extends LogisticsObject<Type> {
  contentCode?: AnyCodeListElement | string;
  country?: AnyCodeListElement;
  countryCode?: AnyCodeListElement | string;
  issuedForPiece?: AnyPiece;
  issuedForShipment?: Shipment;
  note?: string;
  ociLineNumber?: number;
  otherCustomsInformation?: AnyCodeListElement | string;
  subjectCode?: AnyCodeListElement | string;
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/DangerousGoodsCode>.
 *
 * @since 0.3.0
 */
export interface DangerousGoodsCode {
  '@id': CodeIris['DangerousGoodsCode'];
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/DemurrageCode>.
 *
 * @since 0.3.0
 */
export interface DemurrageCode {
  '@id': CodeIris['DemurrageCode'];
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/DensityGroupCode>.
 *
 * @since 0.3.0
 */
export interface DensityGroupCode {
  '@id': CodeIris['DensityGroupCode'];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#DgDeclaration>.
 *
 * @since 0.3.0
 */
export interface DgDeclaration<Type extends string = 'DgDeclaration'> extends LogisticsObject<Type> {
  aircraftLimitationInformation?: string;
  arrivalLocation?: Location;
  complianceDeclarationText?: string;
  declarationDate?: string;
  declarationPlace?: Location;
  departureLocation?: Location;
  exclusiveUseIndicator?: boolean;
  handlingInformation?: string;
  issuedForPiece?: PieceDg;
  shipperDeclarationText?: string;
  shippingRefNo?: string;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#DgProductRadioactive>.
 *
 * @since 0.3.0
 */
export interface DgProductRadioactive<Type extends string = 'DgProductRadioactive'> extends LogisticsObject<Type> {
  dgRaTypeCode?: RaTypeCode;
  fissileExceptionIndicator?: boolean;
  fissileExceptionReference?: string;
  forProductDg?: ProductDg;
  isotopes?: DgRadioactiveIsotope[];
  transportIndexNumeric?: number;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#DgRadioactiveIsotope>.
 *
 * @since 0.3.0
 */
export interface DgRadioactiveIsotope<Type extends string = 'DgRadioactiveIsotope'> extends LogisticsObject<Type> {
  activityLevelMeasure?: string;
  contentOfDgProductRadioactive?: DgProductRadioactive;
  criticalitySafetyIndexNumeric?: string;
  isotopeId?: string;
  isotopeName?: string;
  lowDispersibleIndicator?: boolean;
  physicalChemicalForm?: RadioactiveMaterialClassification;
  specialFormIndicator?: boolean;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#Dimensions>.
 *
 * @since 0.3.0
 */
export interface Dimensions<Type extends string = 'Dimensions'> {
  '@id'?: string;
  '@type'?: Type;
  height?: Value;
  length?: Value;
  volume?: Value;
  width?: Value;
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/DimensionsUnitCode>.
 *
 * @since 0.3.0
 */
export interface DimensionsUnitCode<Type extends string = 'DimensionsUnitCode'> extends CodeListElement<Type> {
  '@type'?: Type;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#DirectionType>.
 *
 * @since 0.3.0
 */
export interface DirectionType {
  '@id': CodeIris['DirectionType'];
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/EntitlementCode>.
 *
 * @since 0.3.0
 */
export interface EntitlementCode {
  '@id': CodeIris['EntitlementCode'];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#EpermitConsignment>.
 *
 * @since 0.3.0
 */
export interface EpermitConsignment<Type extends string = 'EpermitConsignment'> extends LogisticsObject<Type> {
  consignmentItems?: PieceLiveAnimals;
  epermit?: LiveAnimalsEpermit;
  examiningQuantity?: Value;
  usedToDateQuotaQuantity?: number;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#EpermitSignature>.
 *
 * @since 0.3.0
 */
export interface EpermitSignature<Type extends string = 'EpermitSignature'> extends LogisticsObject<Type> {
  forEpermit?: LiveAnimalsEpermit;
  securityStampId?: string;
  signatoryCompany?: AnyCompany;
  signatoryRole?: SignatoryRole;
  signatureDate?: string;
  signatureStatement?: string;
  signatureTypeCode?: SignatureTypeCode;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#EventTimeType>.
 *
 * @since 0.3.0
 */
export interface EventTimeType {
  '@id': CodeIris['EventTimeType'];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#ExecutionStatus>.
 *
 * @since 0.3.0
 */
export interface ExecutionStatus {
  '@id': CodeIris['ExecutionStatus'];
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/ExplosiveCompatibilityGroupCode>.
 *
 * @since 0.3.0
 */
export interface ExplosiveCompatibilityGroupCode {
  '@id': CodeIris['ExplosiveCompatibilityGroupCode'];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#ExternalReference>.
 *
 * @since 0.3.0
 */
export interface ExternalReference<Type extends string = 'ExternalReference'> extends LogisticsObject<Type> {
  checksum?: string;
  createdAtLocation?: Location;
  documentIdentifier?: string;
  documentLink?: string;
  documentName?: string;
  documentType?: string;
  documentVersion?: string;
  originator?: AnyCompany;
  referenceForObjects?: AnyLogisticsObject[];
  validFrom?: string;
  validUntil?: string;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#Geolocation>.
 *
 * @since 0.3.0
 */
export interface Geolocation<Type extends string = 'Geolocation'> {
  '@id'?: string;
  '@type'?: Type;
  elevation?: Value;
  latitude?: number;
  longitude?: number;
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/GoodsTypeCode>.
 *
 * @since 0.3.0
 */
export interface GoodsTypeCode {
  '@id': CodeIris['GoodsTypeCode'];
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/GoodsTypeExtensionCode>.
 *
 * @since 0.3.0
 */
export interface GoodsTypeExtensionCode {
  '@id': CodeIris['GoodsTypeExtensionCode'];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#HandlingInstructions>.
 *
 * @since 0.3.0
 */
export interface HandlingInstructions<Type extends string = 'HandlingInstructions'> {
  '@id'?: string;
  '@type'?: Type;
  description?: string;
  handlingInstructionsType?: AnyCodeListElement | string;
  handlingInstructionsTypeCode?: AnyCodeListElement | string;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#HandlingService>.
 *
 * @since 0.3.0
 */
export interface HandlingService<Type extends string = 'HandlingService'> extends LogisticsService<Type> {
  handlingServiceFor?: AnyPhysicalLogisticsObject[];
  serviceForWaybills?: Waybill[];
  serviceProvider?: Party;
  serviceRequestor?: Party;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#Insurance>.
 *
 * @since 0.3.0
 */
export interface Insurance<Type extends string = 'Insurance'> extends LogisticsObject<Type> {
  coveringOrganization?: AnyOrganization;
  insuredAmount?: CurrencyValue;
  insuredShipments?: Shipment[];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#IotDevice>.
 *
 * @since 0.3.0
 */
export interface IotDevice<Type extends string = 'IotDevice'> extends PhysicalLogisticsObject<Type> {
  attachedToObject?: AnyPhysicalLogisticsObject;
  connectedSensors?: Sensor[];
  description?: string;
  deviceModel?: string;
  manufacturer?: AnyCompany;
  name?: string;
  serialNumber?: string;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#Item>.
 *
 * @since 0.3.0
 */
export interface Item<Type extends string = 'Item'> extends PhysicalLogisticsObject<Type> {
  batchNumber?: string;
  dimensions?: Dimensions;
  expiryDate?: string;
  inPiece?: AnyPiece;
  itemQuantity?: Value;
  lotNumber?: string;
  ofProduct?: AnyProduct;
  productionCountry?: AnyCodeListElement;
  productionDate?: string;
  quantityForUnitPrice?: number;
  targetCountry?: AnyCodeListElement;
  unitPrice?: CurrencyValue;
  weight?: Value;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#ItemDg>.
 *
 * @since 0.3.0
 */
export interface ItemDg<Type extends string = 'ItemDg'> extends Item<Type> {
  emergencyContact?: Person;
  netWeightMeasure?: Value;
  reportableQuantity?: string;
  supplementaryInfoPrefix?: string;
  supplementaryInfoSuffix?: string;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#LineItemPackage>.
 *
 * @since 0.3.0
 */
export interface LineItemPackage<Type extends string = 'LineItemPackage'> {
  '@id'?: string;
  '@type'?: Type;
  packageGrossWeight?: Value;
  packageSlac?: number;
  packageVolume?: Value;
  pieceReferences?: AnyPiece[];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#LiveAnimalsEpermit>.
 *
 * @since 0.3.0
 */
export interface LiveAnimalsEpermit<Type extends string = 'LiveAnimalsEpermit'> extends LogisticsObject<Type> {
  consignee?: AnyCompany;
  consignments?: EpermitConsignment[];
  copyIndicator?: boolean;
  epermitNumber?: string;
  permitTypeCode?: AnyCodeListElement;
  permitTypeOtherDescription?: string;
  signatures?: EpermitSignature[];
  specialConditions?: string;
  transactionPurpose?: string;
  transactionPurposeCode?: TransactionPurposeCode;
  transportContractId?: string;
  transportContractTypeCode?: AnyCodeListElement;
  validFrom?: string;
  validUntil?: string;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#LoadType>.
 *
 * @since 0.3.0
 */
export interface LoadType {
  '@id': CodeIris['LoadType'];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#Loading>.
 *
 * @since 0.3.0
 */
export interface Loading<Type extends string = 'Loading'> extends LogisticsAction<Type> {
  loadedMaterials?: LoadingMaterial[];
  loadedPieces?: AnyPiece[];
  loadedUnits?: AnyLoadingUnit[];
  loadingPositionIdentifier?: string;
  loadingType?: LoadingType;
  onTransportMeans?: TransportMeans;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#LoadingMaterial>.
 *
 * @since 0.3.0
 */
export interface LoadingMaterial<Type extends string = 'LoadingMaterial'> extends PhysicalLogisticsObject<Type> {
  description?: string;
  manufacturer?: AnyOrganization;
  materialModel?: string;
  materialType?: string;
  serialNumber?: string;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#LoadingType>.
 *
 * @since 0.3.0
 */
export interface LoadingType {
  '@id': CodeIris['LoadingType'];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#LoadingUnit>.
 *
 * @since 0.3.0
 */
export interface LoadingUnit<Type extends string = 'LoadingUnit'> extends PhysicalLogisticsObject<Type> {
  inUnitComposition?: UnitComposition;
  remarks?: string;
  tareWeight?: Value;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#Location>.
 *
 * @since 0.3.0
 */
export interface Location<Type extends string = 'Location'> extends PhysicalLogisticsObject<Type> {
  address?: Address;
  geolocation?: Geolocation;
  locationCodes?: AnyCodeListElement[];
  locationName?: string;
  locationType?: string;
  onsiteActions?: AnyLogisticsAction[];
  subLocationOf?: Location;
  subLocations?: Location[];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#LogisticsAction>.
 *
 * @since 0.3.0
 */
export interface LogisticsAction<Type extends string = 'LogisticsAction'> extends LogisticsObject<Type> {
  actionEndTime?: string;
  actionStartTime?: string;
  actionTimeType?: ActionTimeType;
  contactDetails?: ContactDetail[];
  contactPersons?: AnyActor[];
  otherIdentifiers?: OtherIdentifier[];
  performedAt?: Location;
  servedActivity?: AnyLogisticsActivity;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#LogisticsActivity>.
 *
 * @since 0.3.0
 */
export interface LogisticsActivity<Type extends string = 'LogisticsActivity'> extends LogisticsObject<Type> {
  checkActions?: Check[];
  contactDetails?: ContactDetail[];
  contactPersons?: AnyActor[];
  executionStatus?: ExecutionStatus;
  otherIdentifiers?: OtherIdentifier[];
  servedServices?: AnyLogisticsService[];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#LogisticsAgent>.
 *
 * @since 0.3.0
 */
export interface LogisticsAgent<Type extends string = 'LogisticsAgent'> extends LogisticsObject<Type> {
  '@type'?: Type;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#LogisticsEvent>.
 *
 * @since 0.3.0
 */
export interface LogisticsEvent<Type extends string = 'LogisticsEvent'> {
  '@id'?: string;
  '@type'?: Type;
  creationDate?: string;
  eventCode?: AnyCodeListElement;
  eventDate?: string;
  eventFor?: AnyLogisticsObject;
  eventLocation?: Location;
  eventName?: string;
  eventTimeType?: EventTimeType;
  externalReferences?: ExternalReference[];
  involvedParties?: Party[];
  partialEventIndicator?: boolean;
  recordingActor?: AnyActor;
  recordingOrganization?: AnyOrganization;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#LogisticsObject>.
 *
 * @since 0.3.0
 */
export interface LogisticsObject<Type extends string = 'LogisticsObject'> {
  '@id'?: string;
  '@type'?: Type;
  checks?: Check[];
  events?: AnyLogisticsEvent[];
  externalReferences?: ExternalReference[];
  skeletonIndicator?: boolean;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#LogisticsService>.
 *
 * @since 0.3.0
 */
export interface LogisticsService<Type extends string = 'LogisticsService'> extends LogisticsObject<Type> {
  activitySequences?: ActivitySequence[];
  contactDetails?: ContactDetail[];
  contactPersons?: AnyActor[];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#LoosePiece>.
 *
 * @since 0.3.0
 */
export interface LoosePiece<Type extends string = 'LoosePiece'> extends PieceGroup<Type> {
  pieceHeight?: Value;
  pieceLength?: Value;
  pieceWeight?: Value;
  pieceWidth?: Value;
  stackable?: boolean;
  totalVolume?: Value;
  turnable?: boolean;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#Measurement>.
 *
 * @since 0.3.0
 */
export interface Measurement<Type extends string = 'Measurement'> {
  '@id'?: string;
  '@type'?: Type;
  measurementTimestamp?: string;
  measurementValue?: Value;
  recordedGeolocation?: Geolocation;
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/MeasurementUnitCode>.
 *
 * @since 0.3.0
 */
export interface MeasurementUnitCode<Type extends string = 'MeasurementUnitCode'> extends CodeListElement<Type> {
  '@type'?: Type;
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/ModeCode>.
 *
 * @since 0.3.0
 */
export interface ModeCode {
  '@id': CodeIris['ModeCode'];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#ModeQualifier>.
 *
 * @since 0.3.0
 */
export interface ModeQualifier<Type extends string = 'ModeQualifier'> extends CodeListElement<Type> {
  '@type'?: Type;
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/MovementIndicator>.
 *
 * @since 0.3.0
 */
export interface MovementIndicator<Type extends string = 'MovementIndicator'> extends CodeListElement<Type> {
  '@type'?: Type;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#MovementTime>.
 *
 * @since 0.3.0
 */
export interface MovementTime<Type extends string = 'MovementTime'> {
  '@id'?: string;
  '@type'?: Type;
  direction?: DirectionType;
  movementMilestone?: MovementIndicator;
  movementTimeType?: MovementTimeType;
  movementTimestamp?: string;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#MovementTimeType>.
 *
 * @since 0.3.0
 */
export interface MovementTimeType {
  '@id': CodeIris['MovementTimeType'];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#NonHumanActor>.
 *
 * @since 0.3.0
 */
export interface NonHumanActor<Type extends string = 'NonHumanActor'> extends Actor<Type> {
  '@type'?: Type;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#Organization>.
 *
 * @since 0.3.0
 */
export interface Organization<Type extends string = 'Organization'> extends LogisticsAgent<Type> {
  basedAtLocation?: Location;
  contactDetails?: ContactDetail[];
  contactPersons?: AnyActor[];
  name?: string;
  otherIdentifiers?: OtherIdentifier[];
  parentOrganization?: AnyOrganization;
  shortName?: string;
  subOrganization?: AnyOrganization[];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#OtherCharge>.
 *
 * @since 0.3.0
 */
export interface OtherCharge<Type extends string = 'OtherCharge'> {
  '@id'?: string;
  '@type'?: Type;
  chargePaymentType?: PrepaidCollectIndicator;
  chargeQuantity?: number;
  entitlement?: EntitlementCode;
  locationIndicator?: string;
  otherChargeAmount?: CurrencyValue;
  otherChargeCode?: OtherChargeCode;
  reasonDescription?: string;
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/OtherChargeCode>.
 *
 * @since 0.3.0
 */
export interface OtherChargeCode {
  '@id': CodeIris['OtherChargeCode'];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#OtherIdentifier>.
 *
 * @since 0.3.0
 */
export interface OtherIdentifier<Type extends string = 'OtherIdentifier'> {
  '@id'?: string;
  '@type'?: Type;
  otherIdentifierType?: string;
  textualValue?: string;
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/PackageMarkCode>.
 *
 * @since 0.3.0
 */
export interface PackageMarkCode<Type extends string = 'PackageMarkCode'> extends CodeListElement<Type> {
  '@type'?: Type;
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/PackagingDangerLevelCode>.
 *
 * @since 0.3.0
 */
export interface PackagingDangerLevelCode {
  '@id': CodeIris['PackagingDangerLevelCode'];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#PackagingType>.
 *
 * @since 0.3.0
 */
export interface PackagingType<Type extends string = 'PackagingType'> extends LogisticsObject<Type> {
  appliedOnPieces?: AnyPiece[];
  description?: string;
  typeCode?: AnyCodeListElement;
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/ParticipantIdentifier>.
 *
 * @since 0.3.0
 */
export interface ParticipantIdentifier<Type extends string = 'ParticipantIdentifier'> extends CodeListElement<Type> {
  '@type'?: Type;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#Party>.
 *
 * @since 0.3.0
 */
export interface Party<Type extends string = 'Party'> {
  '@id'?: string;
  '@type'?: Type;
  accountNumbers?: AccountNumber[];
  otherIdentifiers?: OtherIdentifier[];
  partyDetails?: AnyLogisticsAgent;
  partyRole?: ParticipantIdentifier;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#Person>.
 *
 * @since 0.3.0
 */
export interface Person<Type extends string = 'Person'> extends Actor<Type> {
  contactDetails?: ContactDetail[];
  contactRole?: ContactRole;
  department?: string;
  documents?: ExternalReference[];
  employeeId?: string;
  firstName?: string;
  jobTitle?: string;
  lastName?: string;
  middleName?: string;
  salutation?: string;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#PhysicalLogisticsObject>.
 *
 * @since 0.3.0
 */
export interface PhysicalLogisticsObject<Type extends string = 'PhysicalLogisticsObject'> extends LogisticsObject<Type> {
  attachedIotDevices?: IotDevice[];
  involvedInActions?: AnyLogisticsAction[];
  otherIdentifiers?: OtherIdentifier[];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#Piece>.
 *
 * @since 0.3.0
 */
export interface Piece<Type extends string = 'Piece'> extends PhysicalLogisticsObject<Type> {
  coload?: boolean;
  containedItems?: AnyItem[];
  containedPieces?: AnyPiece[];
  contentProductionCountry?: AnyCodeListElement;
  contentProducts?: AnyProduct[];
  customsInformation?: CustomsInformation[];
  dimensions?: Dimensions;
  fulfillsUldTypeCode?: AnyCodeListElement;
  goodsDescription?: string;
  grossWeight?: Value;
  handlingInstructions?: HandlingInstructions[];
  inPiece?: AnyPiece;
  involvedParties?: Party[];
  loadType?: LoadType;
  nvdForCarriage?: boolean;
  nvdForCustoms?: boolean;
  ofShipment?: Shipment[];
  packageMarkCoded?: PackageMarkCode;
  packagedeIdentifier?: string;
  packagingType?: PackagingType;
  securityDeclarations?: SecurityDeclaration[];
  shippingMarks?: string[];
  slac?: number;
  specialHandlingCodes?: SpecialHandlingCode[];
  stackable?: boolean;
  temperatureInstructions?: TemperatureInstructions;
  textualHandlingInstructions?: string[];
  turnable?: boolean;
  upid?: string;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#PieceDg>.
 *
 * @since 0.3.0
 */
export interface PieceDg<Type extends string = 'PieceDg'> extends Piece<Type> {
  allPackedInOneIndicator?: boolean;
  dgDeclaration?: DgDeclaration;
  overpackCriticalitySafetyIndexNumeric?: string;
  overpackIndicator?: boolean;
  overpackT1?: boolean;
  overpackTypeCode?: AnyCodeListElement;
  qValueNumeric?: number;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#PieceGroup>.
 *
 * @since 0.3.0
 */
export interface PieceGroup<Type extends string = 'PieceGroup'> {
  '@id'?: string;
  '@type'?: Type;
  dryIceWeight?: Value;
  pieceGroupCount?: number;
  pieceGroupGrossWeight?: Value;
  pieceGroupId?: number;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#PieceLiveAnimals>.
 *
 * @since 0.3.0
 */
export interface PieceLiveAnimals<Type extends string = 'PieceLiveAnimals'> extends Piece<Type> {
  acquisitionDateTime?: string;
  annualQuotaQuantity?: number;
  associatedEpermit?: EpermitConsignment;
  categoryCode?: string[];
  exportTradeCountry?: AnyCodeListElement;
  goodsTypeCode?: GoodsTypeCode;
  goodsTypeExtensionCode?: GoodsTypeExtensionCode;
  originReferencePermitDateTime?: string;
  originReferencePermitId?: string;
  originReferencePermitTypeCode?: AnyCodeListElement;
  originTradeCountry?: AnyCodeListElement;
  quantityAnimals?: number;
  speciesCommonName?: string[];
  speciesScientificName?: string[];
  specimenDescription?: string;
  specimenTypeCode?: AnyCodeListElement;
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/PrepaidCollectIndicator>.
 *
 * @since 0.3.0
 */
export interface PrepaidCollectIndicator {
  '@id': CodeIris['PrepaidCollectIndicator'];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#Price>.
 *
 * @since 0.3.0
 */
export interface Price<Type extends string = 'Price'> extends LogisticsObject<Type> {
  chargeCode?: ChargeCode;
  forBookingOption?: BookingOption;
  grandTotal?: number;
  ratings?: Ratings[];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#Product>.
 *
 * @since 0.3.0
 */
export interface Product<Type extends string = 'Product'> extends LogisticsObject<Type> {
  commodityItemNumber?: string;
  describedObjects?: AnyPhysicalLogisticsObject[];
  description?: string;
  hsCode?: AnyCodeListElement;
  hsCommodityDescription?: string;
  hsCommodityName?: string;
  hsType?: string;
  manufacturer?: AnyOrganization;
  otherCharacteristics?: Characteristic[];
  otherIdentifiers?: OtherIdentifier[];
  uniqueIdentifier?: string;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#ProductDg>.
 *
 * @since 0.3.0
 */
export interface ProductDg<Type extends string = 'ProductDg'> extends Product<Type> {
  additionalHazardClassificationId?: string;
  authorizationInformation?: string;
  dgRadioactiveMaterial?: DgProductRadioactive;
  explosiveCompatibilityGroupCode?: ExplosiveCompatibilityGroupCode;
  hazardClassificationId?: string;
  packagingDangerLevelCode?: PackagingDangerLevelCode;
  packingInstructionNumber?: string;
  properShippingName?: string;
  specialProvisionId?: string;
  technicalName?: string;
  unNumber?: string;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#PublicAuthority>.
 *
 * @since 0.3.0
 */
export interface PublicAuthority<Type extends string = 'PublicAuthority'> extends Organization<Type> {
  '@type'?: Type;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#Question>.
 *
 * @since 0.3.0
 */
export interface Question<Type extends string = 'Question'> extends LogisticsObject<Type> {
  answer?: Answer;
  answerOptionsText?: string;
  answerOptionsValue?: string;
  checkTemplate?: CheckTemplate;
  longText?: string;
  questionNumber?: string;
  questionSection?: string;
  shortText?: string;
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/RaTypeCode>.
 *
 * @since 0.3.0
 */
export interface RaTypeCode {
  '@id': CodeIris['RaTypeCode'];
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/RadioactiveMaterialClassification>.
 *
 * @since 0.3.0
 */
export interface RadioactiveMaterialClassification {
  '@id': CodeIris['RadioactiveMaterialClassification'];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#Ranges>.
 *
 * @since 0.3.0
 */
export interface Ranges<Type extends string = 'Ranges'> {
  '@id'?: string;
  '@type'?: Type;
  maximumQuantity?: number;
  minimumQuantity?: number;
  rateClassCode?: RateClassCode;
  uldRateClassType?: AnyCodeListElement;
  unitBasis?: string;
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/RateClassCode>.
 *
 * @since 0.3.0
 */
export interface RateClassCode {
  '@id': CodeIris['RateClassCode'];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#Ratings>.
 *
 * @since 0.3.0
 */
export interface Ratings<Type extends string = 'Ratings'> extends LogisticsObject<Type> {
  billingChargeIdentifier?: ChargeIdentifier;
  chargeDescription?: string;
  chargePaymentType?: PrepaidCollectIndicator;
  chargeType?: ChargeIdentifier;
  entitlement?: EntitlementCode;
  forPrices?: Price[];
  otherChargeCode?: OtherChargeCode;
  priceReferenceId?: string;
  priceSpecification?: string;
  quantity?: number;
  ranges?: Ranges[];
  rcp?: AnyCodeListElement;
  subTotal?: number;
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/RatingsType>.
 *
 * @since 0.3.0
 */
export interface RatingsType {
  '@id': CodeIris['RatingsType'];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#RegulatedEntity>.
 *
 * @since 0.3.0
 */
export interface RegulatedEntity<Type extends string = 'RegulatedEntity'> {
  '@id'?: string;
  '@type'?: Type;
  owningOrganization?: AnyOrganization;
  regulatedEntityCategory?: RegulatedEntityCategoryCode;
  regulatedEntityExpiryDate?: string;
  regulatedEntityIdentifier?: string;
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/RegulatedEntityCategoryCode>.
 *
 * @since 0.3.0
 */
export interface RegulatedEntityCategoryCode {
  '@id': CodeIris['RegulatedEntityCategoryCode'];
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/ScreeningExemption>.
 *
 * @since 0.3.0
 */
export interface ScreeningExemption {
  '@id': CodeIris['ScreeningExemption'];
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/ScreeningMethod>.
 *
 * @since 0.3.0
 */
export interface ScreeningMethod {
  '@id': CodeIris['ScreeningMethod'];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#SecurityDeclaration>.
 *
 * @since 0.3.0
 */
export interface SecurityDeclaration<Type extends string = 'SecurityDeclaration'> extends LogisticsObject<Type> {
  additionalSecurityInformation?: string;
  groundsForExemption?: ScreeningExemption[];
  issuedBy?: Person;
  issuedForPiece?: AnyPiece[];
  issuedForShipment?: Shipment;
  issuedOn?: string;
  otherRegulatedEntities?: RegulatedEntity[];
  otherScreeningMethods?: string[];
  /** @deprecated */
  receivedFrom?: RegulatedEntity;
  regulatedEntitiesReceivedFrom?: RegulatedEntity[];
  regulatedEntityAcceptor?: RegulatedEntity[];
  regulatedEntityIssuer?: RegulatedEntity;
  screeningMethods?: ScreeningMethod[];
  securityStatus?: SecurityStatus;
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/SecurityStatus>.
 *
 * @since 0.3.0
 */
export interface SecurityStatus {
  '@id': CodeIris['SecurityStatus'];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#Sensor>.
 *
 * @since 0.3.0
 */
export interface Sensor<Type extends string = 'Sensor'> extends PhysicalLogisticsObject<Type> {
  description?: string;
  measurements?: Measurement[];
  name?: string;
  partOfIotDevice?: IotDevice;
  sensorType?: SensorType;
  serialNumber?: string;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#SensorType>.
 *
 * @since 0.3.0
 */
export interface SensorType<Type extends string = 'SensorType'> extends CodeListElement<Type> {
  '@type'?: Type;
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/ServiceCode>.
 *
 * @since 0.3.0
 */
export interface ServiceCode {
  '@id': CodeIris['ServiceCode'];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#Shipment>.
 *
 * @since 0.3.0
 */
export interface Shipment<Type extends string = 'Shipment'> extends LogisticsObject<Type> {
  customsInformation?: CustomsInformation[];
  goodsDescription?: string;
  incoterms?: AnyCodeListElement;
  insurance?: Insurance;
  involvedParties?: Party[];
  pieces?: AnyPiece[];
  securityDeclarations?: SecurityDeclaration[];
  shipmentOfPieces?: AnyPiece[];
  textualHandlingInstructions?: string[];
  /** @deprecated */
  totalDimensions?: Dimensions[];
  totalGrossWeight?: Value;
  totalVolume?: Value;
  waybill?: Waybill;
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/ShipmentSecurityStatus>.
 *
 * @since 0.3.0
 */
export interface ShipmentSecurityStatus {
  '@id': CodeIris['ShipmentSecurityStatus'];
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/SignatoryRole>.
 *
 * @since 0.3.0
 */
export interface SignatoryRole {
  '@id': CodeIris['SignatoryRole'];
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/SignatureTypeCode>.
 *
 * @since 0.3.0
 */
export interface SignatureTypeCode {
  '@id': CodeIris['SignatureTypeCode'];
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/SpaceAllocationCode>.
 *
 * @since 0.3.0
 */
export interface SpaceAllocationCode {
  '@id': CodeIris['SpaceAllocationCode'];
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/SpecialHandlingCode>.
 *
 * @since 0.3.0
 */
export interface SpecialHandlingCode<Type extends string = 'SpecialHandlingCode'> extends CodeListElement<Type> {
  '@type'?: Type;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#StationRemarks>.
 *
 * @since 0.3.0
 */
export interface StationRemarks<Type extends string = 'StationRemarks'> {
  '@id'?: string;
  '@type'?: Type;
  remarksText?: string;
  station?: Location;
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/StatusCode>.
 *
 * @since 0.3.0
 */
export interface StatusCode {
  '@id': CodeIris['StatusCode'];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#StatusUpdateEvent>.
 *
 * @since 0.3.0
 */
export interface StatusUpdateEvent<Type extends string = 'StatusUpdateEvent'> extends Omit<LogisticsEvent<Type>, 'eventCode' | 'eventFor'> {
  eventCode?: StatusCode;
  eventFor?: Shipment;
  notifiedOrganization?: AnyOrganization;
  recordedPieceCount?: number;
  recordedVolume?: Value;
  recordedWeight?: Value;
  transferredFrom?: AnyOrganization;
  transferredTo?: AnyOrganization;
  transportMovementReference?: TransportMovement;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#Storage>.
 *
 * @since 0.3.0
 */
export interface Storage<Type extends string = 'Storage'> extends LogisticsActivity<Type> {
  storingActions?: Storing[];
  storingIdentifier?: string;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#Storing>.
 *
 * @since 0.3.0
 */
export interface Storing<Type extends string = 'Storing'> extends LogisticsAction<Type> {
  storagePlaceIdentifier?: string;
  storedObjects?: AnyPhysicalLogisticsObject[];
  storingType?: StoringType;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#StoringType>.
 *
 * @since 0.3.0
 */
export interface StoringType {
  '@id': CodeIris['StoringType'];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#TemperatureInstructions>.
 *
 * @since 0.3.0
 */
export interface TemperatureInstructions<Type extends string = 'TemperatureInstructions'> {
  '@id'?: string;
  '@type'?: Type;
  maxTemperature?: Value;
  minTemperature?: Value;
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/TemperatureUnitCode>.
 *
 * @since 0.3.0
 */
export interface TemperatureUnitCode<Type extends string = 'TemperatureUnitCode'> extends CodeListElement<Type> {
  '@type'?: Type;
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/TransactionPurposeCode>.
 *
 * @since 0.3.0
 */
export interface TransactionPurposeCode {
  '@id': CodeIris['TransactionPurposeCode'];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#TransportLegs>.
 *
 * @since 0.3.0
 */
export interface TransportLegs<Type extends string = 'TransportLegs'> extends LogisticsObject<Type> {
  arrivalDate?: string;
  arrivalLocation?: Location;
  co2Emissions?: CO2Emissions;
  departureDate?: string;
  departureLocation?: Location;
  legNumber?: number;
  operatingTransportMeans?: TransportMeans;
  transportIdentifier?: string;
  transportMeansServiceType?: TransportMeansServiceType;
  transportMeansType?: AnyCodeListElement;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#TransportMeans>.
 *
 * @since 0.3.0
 */
export interface TransportMeans<Type extends string = 'TransportMeans'> extends PhysicalLogisticsObject<Type> {
  operatedTransportMovement?: TransportMovement;
  transportOrganization?: AnyOrganization;
  typicalCo2Coefficient?: Value;
  typicalFuelConsumption?: Value;
  vehicleModel?: string;
  vehicleRegistration?: string;
  vehicleSize?: string;
  vehicleType?: AnyCodeListElement;
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/TransportMeansServiceType>.
 *
 * @since 0.3.0
 */
export interface TransportMeansServiceType {
  '@id': CodeIris['TransportMeansServiceType'];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#TransportMovement>.
 *
 * @since 0.3.0
 */
export interface TransportMovement<Type extends string = 'TransportMovement'> extends LogisticsActivity<Type> {
  arrivalLocation?: Location;
  co2Emissions?: CO2Emissions[];
  departureLocation?: Location;
  distanceCalculated?: Value;
  distanceMeasured?: Value;
  fuelAmountCalculated?: Value;
  fuelAmountMeasured?: Value;
  fuelType?: string;
  loadingActions?: Loading[];
  modeCode?: ModeCode;
  modeQualifier?: ModeQualifier;
  movementTimes?: MovementTime[];
  operatingParties?: Party[];
  operatingTransportMeans?: TransportMeans;
  seal?: string;
  transportIdentifier?: string;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#ULD>.
 *
 * @since 0.3.0
 */
export interface ULD<Type extends string = 'ULD'> extends LoadingUnit<Type> {
  ataDesignator?: string;
  damageFlag?: boolean;
  demurrageCode?: DemurrageCode;
  loadingIndicator?: ULDLoadingIndicator;
  numberOfDoors?: number;
  numberOfFittings?: number;
  numberOfNets?: number;
  numberOfStraps?: number;
  odlnCode?: AnyCodeListElement;
  ownerCode?: AnyCodeListElement;
  sealNumber?: string;
  serviceabilityCode?: ULDConditionCode;
  uldSerialNumber?: string;
  uldTypeCode?: AnyCodeListElement;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#ULDBasicPiece>.
 *
 * @since 0.3.0
 */
export interface ULDBasicPiece<Type extends string = 'ULDBasicPiece'> extends PieceGroup<Type> {
  slac?: number;
  uldLoadingIndicator?: ULDLoadingIndicator;
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/ULDChargeCode>.
 *
 * @since 0.3.0
 */
export interface ULDChargeCode {
  '@id': CodeIris['ULDChargeCode'];
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/ULDConditionCode>.
 *
 * @since 0.3.0
 */
export interface ULDConditionCode {
  '@id': CodeIris['ULDConditionCode'];
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/ULDLoadingIndicator>.
 *
 * @since 0.3.0
 */
export interface ULDLoadingIndicator {
  '@id': CodeIris['ULDLoadingIndicator'];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#ULDSpecificPiece>.
 *
 * @since 0.3.0
 */
export interface ULDSpecificPiece<Type extends string = 'ULDSpecificPiece'> extends PieceGroup<Type> {
  slac?: number;
  uldContourCode?: AnyCodeListElement;
  uldSerialNumber?: string;
  uldType?: AnyCodeListElement;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#UnitComposition>.
 *
 * @since 0.3.0
 */
export interface UnitComposition<Type extends string = 'UnitComposition'> extends LogisticsActivity<Type> {
  compositionActions?: Composing[];
  compositionIdentifier?: string;
  loadingUnit?: AnyLoadingUnit;
  slac?: number;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#UnitsPreference>.
 *
 * @since 0.3.0
 */
export interface UnitsPreference<Type extends string = 'UnitsPreference'> {
  '@id'?: string;
  '@type'?: Type;
  currency?: CurrencyCode;
  dimensionsUnit?: DimensionsUnitCode;
  temperatureUnit?: TemperatureUnitCode;
  volumeUnit?: VolumeUnitCode;
  weightUnit?: WeightUnitCode;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#Value>.
 *
 * @since 0.3.0
 */
export interface Value<Type extends string = 'Value'> {
  '@id'?: string;
  '@type'?: Type;
  numericalValue?: number;
  unit?: MeasurementUnitCode | string;
  value?: number;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#VolumePieceGroup>.
 *
 * @since 0.3.0
 */
export interface VolumePieceGroup<Type extends string = 'VolumePieceGroup'> extends PieceGroup<Type> {
  stackable?: boolean;
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/VolumeUnitCode>.
 *
 * @since 0.3.0
 */
export interface VolumeUnitCode<Type extends string = 'VolumeUnitCode'> extends CodeListElement<Type> {
  '@type'?: Type;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#VolumetricWeight>.
 *
 * @since 0.3.0
 */
export interface VolumetricWeight<Type extends string = 'VolumetricWeight'> {
  '@id'?: string;
  '@type'?: Type;
  chargeableWeight?: Value;
  conversionFactor?: number;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#Waybill>.
 *
 * @since 0.3.0
 */
export interface Waybill<Type extends string = 'Waybill'> extends LogisticsObject<Type> {
  /** @deprecated */
  accountingInformation?: string;
  accountingNotes?: AccountingNote[];
  agentReference?: string;
  arrivalLocation?: Location;
  billingDetails?: BillingDetails;
  carrierChargeCode?: ChargeCode;
  carrierDeclarationDate?: string;
  carrierDeclarationPlace?: Location;
  carrierDeclarationSignature?: string;
  consignorDeclarationSignature?: string;
  customsOriginCode?: AnyCodeListElement;
  declaredValueForCarriage?: CurrencyValue;
  declaredValueForCustoms?: CurrencyValue;
  departureLocation?: Location;
  destinationCharges?: CurrencyValue[];
  destinationCurrencyRate?: number;
  houseWaybills?: Waybill[];
  involvedParties?: Party[];
  masterWaybill?: Waybill;
  modularCheckNumber?: boolean;
  otherCharges?: OtherCharge[];
  otherChargesIndicator?: PrepaidCollectIndicator;
  otherIdentifiers?: OtherIdentifier[];
  referredBookingOption?: Booking;
  serviceCode?: ServiceCode;
  shipment?: Shipment;
  shippingInfo?: string;
  shippingRefNo?: string;
  taxAmount?: CurrencyValue;
  valuationCharge?: CurrencyValue;
  waybillLineItems?: WaybillLineItem[];
  waybillNumber?: string;
  waybillPrefix?: string;
  waybillType?: WaybillType;
  weightValuationIndicator?: PrepaidCollectIndicator;
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#WaybillLineItem>.
 *
 * @since 0.3.0
 */
export interface WaybillLineItem<Type extends string = 'WaybillLineItem'> {
  '@id'?: string;
  '@type'?: Type;
  chargeableWeight?: Value;
  conversionFactor?: number;
  lineItemNumber?: number;
  lineItemPackages?: LineItemPackage[];
  rateCharge?: CurrencyValue;
  rateClassCode?: RateClassCode;
  rateClassCodeBasic?: BasicRateClassCode;
  rateGrossWeight?: Value;
  ratePercentage?: Value;
  rateSlac?: number;
  rateVolume?: Value;
  rcp?: AnyCodeListElement;
  uldRateClassType?: AnyCodeListElement;
  uldReferences?: ULD[];
}

/**
 * The class <https://onerecord.iata.org/ns/cargo#WaybillType>.
 *
 * @since 0.3.0
 */
export interface WaybillType {
  '@id': CodeIris['WaybillType'];
}

/**
 * The class <https://onerecord.iata.org/ns/code-lists/WeightUnitCode>.
 *
 * @since 0.3.0
 */
export interface WeightUnitCode<Type extends string = 'WeightUnitCode'> extends CodeListElement<Type> {
  '@type'?: Type;
}

/**
 * Actor, or one of its subclasses.
 *
 * @since 0.3.0
 */
export type AnyActor = Actor | NonHumanActor | Person;

/**
 * CodeListElement, or one of its subclasses.
 *
 * @since 0.3.0
 */
export type AnyCodeListElement =
  | CodeListElement | AccountType | ContactDetailType | ContactRole | ModeQualifier | SensorType | CurrencyCode
  | DimensionsUnitCode | MeasurementUnitCode | MovementIndicator | PackageMarkCode | ParticipantIdentifier
  | SpecialHandlingCode | TemperatureUnitCode | VolumeUnitCode | WeightUnitCode;

/**
 * Company, or one of its subclasses.
 *
 * @since 0.3.0
 */
export type AnyCompany = Company | Carrier;

/**
 * Item, or one of its subclasses.
 *
 * @since 0.3.0
 */
export type AnyItem = Item | ItemDg;

/**
 * LoadingUnit, or one of its subclasses.
 *
 * @since 0.3.0
 */
export type AnyLoadingUnit = LoadingUnit | ULD;

/**
 * LogisticsAction, or one of its subclasses.
 *
 * @since 0.3.0
 */
export type AnyLogisticsAction = LogisticsAction | Check | Composing | Loading | Storing;

/**
 * LogisticsActivity, or one of its subclasses.
 *
 * @since 0.3.0
 */
export type AnyLogisticsActivity = LogisticsActivity | Storage | TransportMovement | UnitComposition;

/**
 * LogisticsAgent, or one of its subclasses.
 *
 * @since 0.3.0
 */
export type AnyLogisticsAgent =
  | LogisticsAgent | Actor | Carrier | Company | NonHumanActor | Organization | Person | PublicAuthority;

/**
 * LogisticsEvent, or one of its subclasses.
 *
 * @since 0.3.0
 */
export type AnyLogisticsEvent = LogisticsEvent | StatusUpdateEvent;

/**
 * LogisticsObject, or one of its subclasses.
 *
 * @since 0.3.0
 */
export type AnyLogisticsObject =
  | LogisticsObject | Actor | Answer | BillingDetails | Booking | BookingOption | BookingOptionRequest
  | BookingRequest | BookingShipment | CO2Emissions | Carrier | Check | CheckTemplate | CheckTotalResult | Company
  | Composing | CustomsInformation | DgDeclaration | DgProductRadioactive | DgRadioactiveIsotope
  | EpermitConsignment | EpermitSignature | ExternalReference | HandlingService | Insurance | IotDevice | Item
  | ItemDg | LiveAnimalsEpermit | Loading | LoadingMaterial | LoadingUnit | Location | LogisticsAction
  | LogisticsActivity | LogisticsAgent | LogisticsService | NonHumanActor | Organization | PackagingType | Person
  | PhysicalLogisticsObject | Piece | PieceDg | PieceLiveAnimals | Price | Product | ProductDg | PublicAuthority
  | Question | Ratings | SecurityDeclaration | Sensor | Shipment | Storage | Storing | TransportLegs
  | TransportMeans | TransportMovement | ULD | UnitComposition | Waybill;

/**
 * LogisticsService, or one of its subclasses.
 *
 * @since 0.3.0
 */
export type AnyLogisticsService = LogisticsService | Booking | HandlingService;

/**
 * Organization, or one of its subclasses.
 *
 * @since 0.3.0
 */
export type AnyOrganization = Organization | Carrier | Company | PublicAuthority;

/**
 * PhysicalLogisticsObject, or one of its subclasses.
 *
 * @since 0.3.0
 */
export type AnyPhysicalLogisticsObject =
  | PhysicalLogisticsObject | IotDevice | Item | ItemDg | LoadingMaterial | LoadingUnit | Location | Piece
  | PieceDg | PieceLiveAnimals | Sensor | TransportMeans | ULD;

/**
 * Piece, or one of its subclasses.
 *
 * @since 0.3.0
 */
export type AnyPiece = Piece | PieceDg | PieceLiveAnimals;

/**
 * PieceGroup, or one of its subclasses.
 *
 * @since 0.3.0
 */
export type AnyPieceGroup = PieceGroup | LoosePiece | ULDBasicPiece | ULDSpecificPiece | VolumePieceGroup;

/**
 * Product, or one of its subclasses.
 *
 * @since 0.3.0
 */
export type AnyProduct = Product | ProductDg;

/**
 * The table of a data model, for `createClient({ model })`.
 *
 * @since 0.3.0
 */
export interface ModelTable {
  readonly namespace: string;
  readonly classes: Readonly<
    Record<
      string,
      {
        readonly iri?: string;
        readonly superclasses?: readonly string[];
        readonly one?: readonly string[];
        readonly many?: readonly string[];
      }
    >
  >;
  readonly properties: Readonly<
    Record<string, { readonly iri?: string; readonly range: readonly string[]; readonly many?: boolean }>
  >;
  readonly codes: Readonly<Record<string, string>>;
  /** The IRI reference of a code or of a value of an enumeration. */
  code<List extends keyof Codes>(list: List, code: Codes[List]): { '@id': CodeIris[List] };
}

const namespace = 'https://onerecord.iata.org/ns/cargo#';

const classes: ModelTable['classes'] = {
  AWBUseIndicator: { iri: 'https://onerecord.iata.org/ns/code-lists/AWBUseIndicator', superclasses: ['CodeListElement'] },
  AccountNumber: {},
  AccountType: { superclasses: ['CodeListElement'] },
  AccountingNote: {},
  ActionTimeType: { superclasses: ['CodeListElement'] },
  ActivitySequence: {},
  Actor: { superclasses: ['LogisticsAgent'] },
  Address: {},
  Adjustments: {},
  AircraftPossibilityCode: { iri: 'https://onerecord.iata.org/ns/code-lists/AircraftPossibilityCode', superclasses: ['CodeListElement'] },
  Answer: { superclasses: ['LogisticsObject'] },
  BasicRateClassCode: { iri: 'https://onerecord.iata.org/ns/code-lists/BasicRateClassCode', superclasses: ['CodeListElement'] },
  BillingDetails: { superclasses: ['LogisticsObject'] },
  Booking: { superclasses: ['LogisticsService'], many: ['additionalInformation', 'bookingTimes'] },
  BookingOption: { superclasses: ['LogisticsObject'] },
  BookingOptionRequest: { superclasses: ['LogisticsObject'] },
  BookingOptionStatus: { superclasses: ['CodeListElement'] },
  BookingPreferences: {},
  BookingRequest: { superclasses: ['LogisticsObject'] },
  BookingSegment: { one: ['transportLegs'] },
  BookingShipment: { superclasses: ['LogisticsObject'] },
  BookingStatus: { superclasses: ['CodeListElement'] },
  BookingTimes: {},
  CO2Emissions: { superclasses: ['LogisticsObject'] },
  Carrier: { superclasses: ['Company'] },
  CarrierProduct: {},
  Characteristic: {},
  ChargeCode: { iri: 'https://onerecord.iata.org/ns/code-lists/ChargeCode', superclasses: ['CodeListElement'] },
  ChargeIdentifier: { iri: 'https://onerecord.iata.org/ns/code-lists/ChargeIdentifier', superclasses: ['CodeListElement'] },
  Check: { superclasses: ['LogisticsAction'] },
  CheckTemplate: { superclasses: ['LogisticsObject'] },
  CheckTotalResult: { superclasses: ['LogisticsObject'] },
  CodeListElement: {},
  CommodityCode: { iri: 'https://onerecord.iata.org/ns/code-lists/CommodityCode', superclasses: ['CodeListElement'] },
  Company: { superclasses: ['Organization'] },
  Composing: { superclasses: ['LogisticsAction'] },
  CompositionType: { superclasses: ['CodeListElement'] },
  ContactDetail: {},
  ContactDetailType: { superclasses: ['CodeListElement'] },
  ContactRole: { superclasses: ['CodeListElement'] },
  CurrencyCode: { iri: 'https://onerecord.iata.org/ns/code-lists/CurrencyCode', superclasses: ['CodeListElement'] },
  CurrencyValue: {},
  CustomsInformation: { superclasses: ['LogisticsObject'] },
  DangerousGoodsCode: { iri: 'https://onerecord.iata.org/ns/code-lists/DangerousGoodsCode', superclasses: ['CodeListElement'] },
  DemurrageCode: { iri: 'https://onerecord.iata.org/ns/code-lists/DemurrageCode', superclasses: ['CodeListElement'] },
  DensityGroupCode: { iri: 'https://onerecord.iata.org/ns/code-lists/DensityGroupCode', superclasses: ['CodeListElement'] },
  DgDeclaration: { superclasses: ['LogisticsObject'] },
  DgProductRadioactive: { superclasses: ['LogisticsObject'] },
  DgRadioactiveIsotope: { superclasses: ['LogisticsObject'] },
  Dimensions: {},
  DimensionsUnitCode: { iri: 'https://onerecord.iata.org/ns/code-lists/DimensionsUnitCode', superclasses: ['CodeListElement'] },
  DirectionType: { superclasses: ['CodeListElement'] },
  EntitlementCode: { iri: 'https://onerecord.iata.org/ns/code-lists/EntitlementCode', superclasses: ['CodeListElement'] },
  EpermitConsignment: { superclasses: ['LogisticsObject'] },
  EpermitSignature: { superclasses: ['LogisticsObject'] },
  EventTimeType: { superclasses: ['CodeListElement'] },
  ExecutionStatus: { superclasses: ['CodeListElement'] },
  ExplosiveCompatibilityGroupCode: { iri: 'https://onerecord.iata.org/ns/code-lists/ExplosiveCompatibilityGroupCode', superclasses: ['CodeListElement'] },
  ExternalReference: { superclasses: ['LogisticsObject'] },
  Geolocation: {},
  GoodsTypeCode: { iri: 'https://onerecord.iata.org/ns/code-lists/GoodsTypeCode', superclasses: ['CodeListElement'] },
  GoodsTypeExtensionCode: { iri: 'https://onerecord.iata.org/ns/code-lists/GoodsTypeExtensionCode', superclasses: ['CodeListElement'] },
  HandlingInstructions: {},
  HandlingService: { superclasses: ['LogisticsService'] },
  Insurance: { superclasses: ['LogisticsObject'] },
  IotDevice: { superclasses: ['PhysicalLogisticsObject'] },
  Item: { superclasses: ['PhysicalLogisticsObject'] },
  ItemDg: { superclasses: ['Item'] },
  LineItemPackage: {},
  LiveAnimalsEpermit: { superclasses: ['LogisticsObject'] },
  LoadType: { superclasses: ['CodeListElement'] },
  Loading: { superclasses: ['LogisticsAction'] },
  LoadingMaterial: { superclasses: ['PhysicalLogisticsObject'] },
  LoadingType: { superclasses: ['CodeListElement'] },
  LoadingUnit: { superclasses: ['PhysicalLogisticsObject'] },
  Location: { superclasses: ['PhysicalLogisticsObject'] },
  LogisticsAction: { superclasses: ['LogisticsObject'] },
  LogisticsActivity: { superclasses: ['LogisticsObject'] },
  LogisticsAgent: { superclasses: ['LogisticsObject'] },
  LogisticsEvent: {},
  LogisticsObject: {},
  LogisticsService: { superclasses: ['LogisticsObject'] },
  LoosePiece: { superclasses: ['PieceGroup'] },
  Measurement: {},
  MeasurementUnitCode: { iri: 'https://onerecord.iata.org/ns/code-lists/MeasurementUnitCode', superclasses: ['CodeListElement'] },
  ModeCode: { iri: 'https://onerecord.iata.org/ns/code-lists/ModeCode', superclasses: ['CodeListElement'] },
  ModeQualifier: { superclasses: ['CodeListElement'] },
  MovementIndicator: { iri: 'https://onerecord.iata.org/ns/code-lists/MovementIndicator', superclasses: ['CodeListElement'] },
  MovementTime: {},
  MovementTimeType: { superclasses: ['CodeListElement'] },
  NonHumanActor: { superclasses: ['Actor'] },
  Organization: { superclasses: ['LogisticsAgent'] },
  OtherCharge: {},
  OtherChargeCode: { iri: 'https://onerecord.iata.org/ns/code-lists/OtherChargeCode', superclasses: ['CodeListElement'] },
  OtherIdentifier: {},
  PackageMarkCode: { iri: 'https://onerecord.iata.org/ns/code-lists/PackageMarkCode', superclasses: ['CodeListElement'] },
  PackagingDangerLevelCode: { iri: 'https://onerecord.iata.org/ns/code-lists/PackagingDangerLevelCode', superclasses: ['CodeListElement'] },
  PackagingType: { superclasses: ['LogisticsObject'] },
  ParticipantIdentifier: { iri: 'https://onerecord.iata.org/ns/code-lists/ParticipantIdentifier', superclasses: ['CodeListElement'] },
  Party: {},
  Person: { superclasses: ['Actor'] },
  PhysicalLogisticsObject: { superclasses: ['LogisticsObject'] },
  Piece: { superclasses: ['PhysicalLogisticsObject'] },
  PieceDg: { superclasses: ['Piece'] },
  PieceGroup: {},
  PieceLiveAnimals: { superclasses: ['Piece'] },
  PrepaidCollectIndicator: { iri: 'https://onerecord.iata.org/ns/code-lists/PrepaidCollectIndicator', superclasses: ['CodeListElement'] },
  Price: { superclasses: ['LogisticsObject'] },
  Product: { superclasses: ['LogisticsObject'] },
  ProductDg: { superclasses: ['Product'] },
  PublicAuthority: { superclasses: ['Organization'] },
  Question: { superclasses: ['LogisticsObject'] },
  RaTypeCode: { iri: 'https://onerecord.iata.org/ns/code-lists/RaTypeCode', superclasses: ['CodeListElement'] },
  RadioactiveMaterialClassification: { iri: 'https://onerecord.iata.org/ns/code-lists/RadioactiveMaterialClassification', superclasses: ['CodeListElement'] },
  Ranges: {},
  RateClassCode: { iri: 'https://onerecord.iata.org/ns/code-lists/RateClassCode', superclasses: ['CodeListElement'] },
  Ratings: { superclasses: ['LogisticsObject'] },
  RatingsType: { iri: 'https://onerecord.iata.org/ns/code-lists/RatingsType', superclasses: ['CodeListElement'] },
  RegulatedEntity: {},
  RegulatedEntityCategoryCode: { iri: 'https://onerecord.iata.org/ns/code-lists/RegulatedEntityCategoryCode', superclasses: ['CodeListElement'] },
  ScreeningExemption: { iri: 'https://onerecord.iata.org/ns/code-lists/ScreeningExemption', superclasses: ['CodeListElement'] },
  ScreeningMethod: { iri: 'https://onerecord.iata.org/ns/code-lists/ScreeningMethod', superclasses: ['CodeListElement'] },
  SecurityDeclaration: { superclasses: ['LogisticsObject'], many: ['issuedForPiece'] },
  SecurityStatus: { iri: 'https://onerecord.iata.org/ns/code-lists/SecurityStatus', superclasses: ['CodeListElement'] },
  Sensor: { superclasses: ['PhysicalLogisticsObject'] },
  SensorType: { superclasses: ['CodeListElement'] },
  ServiceCode: { iri: 'https://onerecord.iata.org/ns/code-lists/ServiceCode', superclasses: ['CodeListElement'] },
  Shipment: { superclasses: ['LogisticsObject'], many: ['totalDimensions'] },
  ShipmentSecurityStatus: { iri: 'https://onerecord.iata.org/ns/code-lists/ShipmentSecurityStatus', superclasses: ['CodeListElement'] },
  SignatoryRole: { iri: 'https://onerecord.iata.org/ns/code-lists/SignatoryRole', superclasses: ['CodeListElement'] },
  SignatureTypeCode: { iri: 'https://onerecord.iata.org/ns/code-lists/SignatureTypeCode', superclasses: ['CodeListElement'] },
  SpaceAllocationCode: { iri: 'https://onerecord.iata.org/ns/code-lists/SpaceAllocationCode', superclasses: ['CodeListElement'] },
  SpecialHandlingCode: { iri: 'https://onerecord.iata.org/ns/code-lists/SpecialHandlingCode', superclasses: ['CodeListElement'] },
  StationRemarks: {},
  StatusCode: { iri: 'https://onerecord.iata.org/ns/code-lists/StatusCode', superclasses: ['CodeListElement'] },
  StatusUpdateEvent: { superclasses: ['LogisticsEvent'] },
  Storage: { superclasses: ['LogisticsActivity'] },
  Storing: { superclasses: ['LogisticsAction'] },
  StoringType: { superclasses: ['CodeListElement'] },
  TemperatureInstructions: {},
  TemperatureUnitCode: { iri: 'https://onerecord.iata.org/ns/code-lists/TemperatureUnitCode', superclasses: ['CodeListElement'] },
  TransactionPurposeCode: { iri: 'https://onerecord.iata.org/ns/code-lists/TransactionPurposeCode', superclasses: ['CodeListElement'] },
  TransportLegs: { superclasses: ['LogisticsObject'] },
  TransportMeans: { superclasses: ['PhysicalLogisticsObject'] },
  TransportMeansServiceType: { iri: 'https://onerecord.iata.org/ns/code-lists/TransportMeansServiceType', superclasses: ['CodeListElement'] },
  TransportMovement: { superclasses: ['LogisticsActivity'], many: ['co2Emissions'] },
  ULD: { superclasses: ['LoadingUnit'] },
  ULDBasicPiece: { superclasses: ['PieceGroup'] },
  ULDChargeCode: { iri: 'https://onerecord.iata.org/ns/code-lists/ULDChargeCode', superclasses: ['CodeListElement'] },
  ULDConditionCode: { iri: 'https://onerecord.iata.org/ns/code-lists/ULDConditionCode', superclasses: ['CodeListElement'] },
  ULDLoadingIndicator: { iri: 'https://onerecord.iata.org/ns/code-lists/ULDLoadingIndicator', superclasses: ['CodeListElement'] },
  ULDSpecificPiece: { superclasses: ['PieceGroup'] },
  UnitComposition: { superclasses: ['LogisticsActivity'] },
  UnitsPreference: {},
  Value: {},
  VolumePieceGroup: { superclasses: ['PieceGroup'] },
  VolumeUnitCode: { iri: 'https://onerecord.iata.org/ns/code-lists/VolumeUnitCode', superclasses: ['CodeListElement'] },
  VolumetricWeight: {},
  Waybill: { superclasses: ['LogisticsObject'] },
  WaybillLineItem: {},
  WaybillType: { superclasses: ['CodeListElement'] },
  WeightUnitCode: { iri: 'https://onerecord.iata.org/ns/code-lists/WeightUnitCode', superclasses: ['CodeListElement'] },
};

const properties: ModelTable['properties'] = {
  accountNumberType: { range: ['AccountType'] },
  accountNumbers: { range: ['AccountNumber'], many: true },
  accountingInformation: { range: ['xsd:string'] },
  accountingNoteIdentifier: { range: ['xsd:string'] },
  accountingNoteText: { range: ['xsd:string'] },
  accountingNotes: { range: ['AccountingNote'], many: true },
  acquisitionDateTime: { range: ['xsd:dateTime'] },
  actionEndTime: { range: ['xsd:dateTime'] },
  actionStartTime: { range: ['xsd:dateTime'] },
  actionTimeType: { range: ['ActionTimeType'] },
  activity: { range: ['LogisticsActivity'] },
  activityLevelMeasure: { range: ['xsd:string'] },
  activitySequences: { range: ['ActivitySequence'], many: true },
  additionalHazardClassificationId: { range: ['xsd:string'] },
  additionalInformation: { range: ['xsd:string'] },
  additionalSecurityInformation: { range: ['xsd:string'] },
  address: { range: ['Address'] },
  addressCode: { range: ['CodeListElement'] },
  adjustments: { range: ['Adjustments'], many: true },
  agentReference: { range: ['xsd:string'] },
  aircraftLimitationInformation: { range: ['xsd:string'] },
  aircraftPossibilityCode: { range: ['AircraftPossibilityCode'] },
  airlineCode: { range: ['xsd:string'] },
  allPackedInOneIndicator: { range: ['xsd:boolean'] },
  allotmentCode: { range: ['xsd:string'] },
  alternatives: { range: ['xsd:string'], many: true },
  annualQuotaQuantity: { range: ['xsd:integer'] },
  answer: { range: ['Answer'] },
  answerActor: { range: ['Actor'] },
  answerOptionsText: { range: ['xsd:string'] },
  answerOptionsValue: { range: ['xsd:string'] },
  answerValue: { range: ['Value'] },
  appliedOnPieces: { range: ['Piece'], many: true },
  arrivalDate: { range: ['xsd:dateTime'] },
  arrivalLocation: { range: ['Location'] },
  associatedEpermit: { range: ['EpermitConsignment'] },
  associatedOrganization: { range: ['Organization'] },
  ataDesignator: { range: ['xsd:string'] },
  attachedIotDevices: { range: ['IotDevice'], many: true },
  attachedToObject: { range: ['PhysicalLogisticsObject'] },
  authorizationInformation: { range: ['xsd:string'] },
  awbAcceptanceDate: { range: ['xsd:dateTime'] },
  awbDeliveryDate: { range: ['xsd:dateTime'] },
  awbExecutionDate: { range: ['xsd:dateTime'] },
  awbUseIndicator: { range: ['AWBUseIndicator'] },
  basedAtLocation: { range: ['Location'] },
  batchNumber: { range: ['xsd:string'] },
  billingChargeIdentifier: { range: ['ChargeIdentifier'] },
  billingDetails: { range: ['BillingDetails'] },
  booking: { range: ['Booking'] },
  bookingOptions: { range: ['BookingOption'], many: true },
  bookingPreference: { range: ['BookingPreferences'] },
  bookingRequest: { range: ['BookingRequest'] },
  bookingSegments: { range: ['BookingSegment'], many: true },
  bookingShipmentDetails: { range: ['BookingShipment'] },
  bookingStatus: { range: ['BookingStatus'] },
  bookingTimes: { range: ['BookingTimes'] },
  bookingToUpdate: { range: ['Booking'] },
  calculatedEmissions: { range: ['Value'] },
  calculationFor: { range: ['LogisticsObject'] },
  carrier: { range: ['Carrier'] },
  carrierChargeCode: { range: ['ChargeCode'] },
  carrierDeclarationDate: { range: ['xsd:dateTime'] },
  carrierDeclarationPlace: { range: ['Location'] },
  carrierDeclarationSignature: { range: ['xsd:string'] },
  carrierProduct: { range: ['CarrierProduct'] },
  categoryCode: { range: ['xsd:string'], many: true },
  certifiedByActor: { range: ['Person'] },
  characteristicType: { range: ['xsd:string'] },
  chargeCode: { range: ['ChargeCode'] },
  chargeDescription: { range: ['xsd:string'] },
  chargePaymentType: { range: ['PrepaidCollectIndicator'] },
  chargeQuantity: { range: ['xsd:double'] },
  chargeType: { range: ['ChargeIdentifier'] },
  chargeableWeight: { range: ['Value'] },
  chargeableWeightForRate: { range: ['Value'] },
  checkActions: { range: ['Check'], many: true },
  checkRemark: { range: ['xsd:string'] },
  checkTemplate: { range: ['CheckTemplate'] },
  checkTotalResult: { range: ['CheckTotalResult'] },
  checkedObject: { range: ['LogisticsObject'] },
  checker: { range: ['Actor'] },
  checks: { range: ['Check'], many: true },
  checksum: { range: ['xsd:string'] },
  cityCode: { range: ['CodeListElement'] },
  cityName: { range: ['xsd:string'] },
  co2Emissions: { range: ['CO2Emissions'] },
  code: { range: ['xsd:string'] },
  codeDescription: { range: ['xsd:string'] },
  codeLevel: { range: ['xsd:integer'] },
  codeListName: { range: ['xsd:string'] },
  codeListReference: { range: ['xsd:string'] },
  codeListVersion: { range: ['xsd:string'] },
  coload: { range: ['xsd:boolean'] },
  commission: { range: ['xsd:double'] },
  commissionIndicator: { range: ['xsd:boolean'] },
  commissionPercentage: { range: ['xsd:double'] },
  commodityItemNumber: { range: ['xsd:string'] },
  commodityItemNumberForRate: { range: ['xsd:string'] },
  complianceDeclarationText: { range: ['xsd:string'] },
  composedMaterials: { range: ['LoadingMaterial'], many: true },
  composedPieces: { range: ['Piece'], many: true },
  compositionActions: { range: ['Composing'], many: true },
  compositionIdentifier: { range: ['xsd:string'] },
  compositionType: { range: ['CompositionType'] },
  connectedSensors: { range: ['Sensor'], many: true },
  consignee: { range: ['Company'] },
  consignmentItems: { range: ['PieceLiveAnimals'] },
  consignments: { range: ['EpermitConsignment'], many: true },
  consignorDeclarationSignature: { range: ['xsd:string'] },
  consolidationIndicator: { range: ['xsd:boolean'] },
  contactDetailType: { range: ['ContactDetailType'] },
  contactDetails: { range: ['ContactDetail'], many: true },
  contactPersons: { range: ['Actor'], many: true },
  contactRole: { range: ['ContactRole'] },
  containedItems: { range: ['Item'], many: true },
  containedPieces: { range: ['Piece'], many: true },
  contentCode: { range: ['CodeListElement', 'xsd:string'] },
  contentOfDgProductRadioactive: { range: ['DgProductRadioactive'] },
  contentProductionCountry: { range: ['CodeListElement'] },
  contentProducts: { range: ['Product'], many: true },
  conversionFactor: { range: ['xsd:double'] },
  copyIndicator: { range: ['xsd:boolean'] },
  correctionNumber: { range: ['xsd:integer'] },
  correctionSerialNumber: { range: ['xsd:string'] },
  country: { range: ['CodeListElement'] },
  countryCode: { range: ['CodeListElement', 'xsd:string'] },
  coveringOrganization: { range: ['Organization'] },
  createdAtLocation: { range: ['Location'] },
  creationDate: { range: ['xsd:dateTime'] },
  criticalitySafetyIndexNumeric: { range: ['xsd:string'] },
  currency: { range: ['CurrencyCode'] },
  currencyUnit: { range: ['CurrencyCode'] },
  customsInformation: { range: ['CustomsInformation'], many: true },
  customsOriginCode: { range: ['CodeListElement'] },
  damageFlag: { range: ['xsd:boolean'] },
  date: { range: ['xsd:dateTime'] },
  declarationDate: { range: ['xsd:dateTime'] },
  declarationPlace: { range: ['Location'] },
  declaredValueForCarriage: { range: ['CurrencyValue'] },
  declaredValueForCustoms: { range: ['CurrencyValue'] },
  demurrageCode: { range: ['DemurrageCode'] },
  densityGroupCode: { range: ['DensityGroupCode'] },
  department: { range: ['xsd:string'] },
  departureDate: { range: ['xsd:dateTime'] },
  departureLocation: { range: ['Location'] },
  describedObjects: { range: ['PhysicalLogisticsObject'], many: true },
  description: { range: ['xsd:string'] },
  destinationCharges: { range: ['CurrencyValue'], many: true },
  destinationCurrencyRate: { range: ['xsd:double'] },
  detailedWaybill: { range: ['Waybill'] },
  deviceModel: { range: ['xsd:string'] },
  dgDeclaration: { range: ['DgDeclaration'] },
  dgRaTypeCode: { range: ['RaTypeCode'] },
  dgRadioactiveMaterial: { range: ['DgProductRadioactive'] },
  dimensions: { range: ['Dimensions'] },
  dimensionsForRate: { range: ['Dimensions'] },
  dimensionsUnit: { range: ['DimensionsUnitCode'] },
  direction: { range: ['DirectionType'] },
  discount: { range: ['xsd:double'] },
  distanceCalculated: { range: ['Value'] },
  distanceMeasured: { range: ['Value'] },
  documentIdentifier: { range: ['xsd:string'] },
  documentLink: { range: ['xsd:string'] },
  documentName: { range: ['xsd:string'] },
  documentType: { range: ['xsd:string'] },
  documentVersion: { range: ['xsd:string'] },
  documents: { range: ['ExternalReference'], many: true },
  dryIceWeight: { range: ['Value'] },
  earliestAcceptanceTime: { range: ['xsd:dateTime'] },
  elevation: { range: ['Value'] },
  emergencyContact: { range: ['Person'] },
  employeeId: { range: ['xsd:string'] },
  entitlement: { range: ['EntitlementCode'] },
  epermit: { range: ['LiveAnimalsEpermit'] },
  epermitNumber: { range: ['xsd:string'] },
  eventCode: { range: ['CodeListElement', 'StatusCode'] },
  eventDate: { range: ['xsd:dateTime'] },
  eventFor: { range: ['LogisticsObject', 'Shipment'] },
  eventLocation: { range: ['Location'] },
  eventName: { range: ['xsd:string'] },
  eventTimeType: { range: ['EventTimeType'] },
  events: { range: ['LogisticsEvent'], many: true },
  examiningQuantity: { range: ['Value'] },
  exchangeRate: { range: ['xsd:double'] },
  excludedViaPoints: { range: ['Location'], many: true },
  exclusiveUseIndicator: { range: ['xsd:boolean'] },
  executionStatus: { range: ['ExecutionStatus'] },
  expectedCommodity: { range: ['CommodityCode'] },
  expectedHScode: { range: ['CodeListElement'] },
  expiryDate: { range: ['xsd:dateTime'] },
  explosiveCompatibilityGroupCode: { range: ['ExplosiveCompatibilityGroupCode'] },
  exportTradeCountry: { range: ['CodeListElement'] },
  externalReferences: { range: ['ExternalReference'], many: true },
  firstName: { range: ['xsd:string'] },
  fissileExceptionIndicator: { range: ['xsd:boolean'] },
  fissileExceptionReference: { range: ['xsd:string'] },
  forBookingOption: { range: ['BookingOption'] },
  forBookingOptionRequest: { range: ['BookingOptionRequest'] },
  forBookingRequest: { range: ['BookingRequest'] },
  forEpermit: { range: ['LiveAnimalsEpermit'] },
  forPrices: { range: ['Price'], many: true },
  forProductDg: { range: ['ProductDg'] },
  fuelAmountCalculated: { range: ['Value'] },
  fuelAmountMeasured: { range: ['Value'] },
  fuelType: { range: ['xsd:string'] },
  fulfillsUldTypeCode: { range: ['CodeListElement'] },
  geolocation: { range: ['Geolocation'] },
  givenAtLocation: { range: ['Location'] },
  goodsDescription: { range: ['xsd:string'] },
  goodsDescriptionForRate: { range: ['xsd:string'] },
  goodsTypeCode: { range: ['GoodsTypeCode'] },
  goodsTypeExtensionCode: { range: ['GoodsTypeExtensionCode'] },
  grandTotal: { range: ['xsd:double'] },
  grossWeight: { range: ['Value'] },
  grossWeightForRate: { range: ['Value'] },
  groundsForExemption: { range: ['ScreeningExemption'], many: true },
  handlingInformation: { range: ['xsd:string'] },
  handlingInstructions: { range: ['HandlingInstructions'], many: true },
  handlingInstructionsType: { range: ['CodeListElement', 'xsd:string'] },
  handlingInstructionsTypeCode: { range: ['CodeListElement', 'xsd:string'] },
  handlingServiceFor: { range: ['PhysicalLogisticsObject'], many: true },
  hazardClassificationId: { range: ['xsd:string'] },
  height: { range: ['Value'] },
  houseWaybills: { range: ['Waybill'], many: true },
  hsCode: { range: ['CodeListElement'] },
  hsCodeForRate: { range: ['CodeListElement'] },
  hsCommodityDescription: { range: ['xsd:string'] },
  hsCommodityName: { range: ['xsd:string'] },
  hsType: { range: ['xsd:string'] },
  iataCargoAgentCode: { range: ['xsd:string'] },
  iataCargoAgentLocationIdentifier: { range: ['xsd:string'] },
  inPiece: { range: ['Piece'] },
  inUnitComposition: { range: ['UnitComposition'] },
  includedViaPoints: { range: ['Location'], many: true },
  incoterms: { range: ['CodeListElement'] },
  insurance: { range: ['Insurance'] },
  insuredAmount: { range: ['CurrencyValue'] },
  insuredShipments: { range: ['Shipment'], many: true },
  involvedInActions: { range: ['LogisticsAction'], many: true },
  involvedParties: { range: ['Party'], many: true },
  isotopeId: { range: ['xsd:string'] },
  isotopeName: { range: ['xsd:string'] },
  isotopes: { range: ['DgRadioactiveIsotope'], many: true },
  issuedBy: { range: ['Person'] },
  issuedForPiece: { range: ['Piece', 'PieceDg'] },
  issuedForShipment: { range: ['Shipment'] },
  issuedForWaybill: { range: ['Waybill'] },
  issuedOn: { range: ['xsd:dateTime'] },
  itemQuantity: { range: ['Value'] },
  jobTitle: { range: ['xsd:string'] },
  knownShipper: { range: ['xsd:boolean'] },
  lastName: { range: ['xsd:string'] },
  latestAcceptanceTime: { range: ['xsd:dateTime'] },
  latestArrivalTime: { range: ['xsd:dateTime'] },
  latitude: { range: ['xsd:double'] },
  legNumber: { range: ['xsd:integer'] },
  legacyTemplate: { range: ['ExternalReference'] },
  length: { range: ['Value'] },
  lineItemNumber: { range: ['xsd:integer'] },
  lineItemPackages: { range: ['LineItemPackage'], many: true },
  loadType: { range: ['LoadType'] },
  loadedMaterials: { range: ['LoadingMaterial'], many: true },
  loadedPieces: { range: ['Piece'], many: true },
  loadedUnits: { range: ['LoadingUnit'], many: true },
  loadingActions: { range: ['Loading'], many: true },
  loadingIndicator: { range: ['ULDLoadingIndicator'] },
  loadingPositionIdentifier: { range: ['xsd:string'] },
  loadingType: { range: ['LoadingType'] },
  loadingUnit: { range: ['LoadingUnit'] },
  locationCodes: { range: ['CodeListElement'], many: true },
  locationIndicator: { range: ['xsd:string'] },
  locationName: { range: ['xsd:string'] },
  locationType: { range: ['xsd:string'] },
  longText: { range: ['xsd:string'] },
  longitude: { range: ['xsd:double'] },
  lotNumber: { range: ['xsd:string'] },
  lowDispersibleIndicator: { range: ['xsd:boolean'] },
  manufacturer: { range: ['Organization', 'Company'] },
  masterWaybill: { range: ['Waybill'] },
  materialModel: { range: ['xsd:string'] },
  materialType: { range: ['xsd:string'] },
  maxSegments: { range: ['xsd:integer'] },
  maxTemperature: { range: ['Value'] },
  maximumQuantity: { range: ['xsd:double'] },
  measurementTimestamp: { range: ['xsd:dateTime'] },
  measurementValue: { range: ['Value'] },
  measurements: { range: ['Measurement'], many: true },
  methodName: { range: ['xsd:string'] },
  methodVersion: { range: ['xsd:string'] },
  middleName: { range: ['xsd:string'] },
  minTemperature: { range: ['Value'] },
  minimumQuantity: { range: ['xsd:double'] },
  modeCode: { range: ['ModeCode'] },
  modeQualifier: { range: ['ModeQualifier'] },
  modularCheckNumber: { range: ['xsd:boolean'] },
  movementMilestone: { range: ['MovementIndicator'] },
  movementTimeType: { range: ['MovementTimeType'] },
  movementTimes: { range: ['MovementTime'], many: true },
  movementTimestamp: { range: ['xsd:dateTime'] },
  name: { range: ['xsd:string'] },
  nbCorrections: { range: ['xsd:integer'] },
  netWeightMeasure: { range: ['Value'] },
  note: { range: ['xsd:string'] },
  notifiedOrganization: { range: ['Organization'] },
  numberOfDoors: { range: ['xsd:integer'] },
  numberOfFittings: { range: ['xsd:integer'] },
  numberOfNets: { range: ['xsd:integer'] },
  numberOfStraps: { range: ['xsd:integer'] },
  numericalValue: { range: ['xsd:double'] },
  nvdForCarriage: { range: ['xsd:boolean'] },
  nvdForCustoms: { range: ['xsd:boolean'] },
  ociLineNumber: { range: ['xsd:integer'] },
  odlnCode: { range: ['CodeListElement'] },
  ofProduct: { range: ['Product'] },
  ofShipment: { range: ['Shipment'], many: true },
  offerValidFrom: { range: ['xsd:dateTime'] },
  offerValidTo: { range: ['xsd:dateTime'] },
  onTransportMeans: { range: ['TransportMeans'] },
  onsiteActions: { range: ['LogisticsAction'], many: true },
  operatedTransportMovement: { range: ['TransportMovement'] },
  operatingParties: { range: ['Party'], many: true },
  operatingTransportMeans: { range: ['TransportMeans'] },
  originReferencePermitDateTime: { range: ['xsd:dateTime'] },
  originReferencePermitId: { range: ['xsd:string'] },
  originReferencePermitTypeCode: { range: ['CodeListElement'] },
  originTradeCountry: { range: ['CodeListElement'] },
  originator: { range: ['Company'] },
  otherCharacteristics: { range: ['Characteristic'], many: true },
  otherChargeAmount: { range: ['CurrencyValue'] },
  otherChargeCode: { range: ['OtherChargeCode'] },
  otherCharges: { range: ['OtherCharge'], many: true },
  otherChargesIndicator: { range: ['PrepaidCollectIndicator'] },
  otherCustomsInformation: { range: ['CodeListElement', 'xsd:string'] },
  otherIdentifierType: { range: ['xsd:string'] },
  otherIdentifiers: { range: ['OtherIdentifier'], many: true },
  otherRegulatedEntities: { range: ['RegulatedEntity'], many: true },
  otherScreeningMethods: { range: ['xsd:string'], many: true },
  overpackCriticalitySafetyIndexNumeric: { range: ['xsd:string'] },
  overpackIndicator: { range: ['xsd:boolean'] },
  overpackT1: { range: ['xsd:boolean'] },
  overpackTypeCode: { range: ['CodeListElement'] },
  ownerCode: { range: ['CodeListElement'] },
  owningOrganization: { range: ['Organization'] },
  packageGrossWeight: { range: ['Value'] },
  packageMarkCoded: { range: ['PackageMarkCode'] },
  packageSlac: { range: ['xsd:integer'] },
  packageVolume: { range: ['Value'] },
  packagedeIdentifier: { range: ['xsd:string'] },
  packagingDangerLevelCode: { range: ['PackagingDangerLevelCode'] },
  packagingType: { range: ['PackagingType'] },
  packingInstructionNumber: { range: ['xsd:string'] },
  parentOrganization: { range: ['Organization'] },
  partOfIotDevice: { range: ['IotDevice'] },
  partialEventIndicator: { range: ['xsd:boolean'] },
  partyDetails: { range: ['LogisticsAgent'] },
  partyRole: { range: ['ParticipantIdentifier'] },
  passed: { range: ['xsd:boolean'] },
  performedAt: { range: ['Location'] },
  permitTypeCode: { range: ['CodeListElement'] },
  permitTypeOtherDescription: { range: ['xsd:string'] },
  physicalChemicalForm: { range: ['RadioactiveMaterialClassification'] },
  pieceCountForRate: { range: ['xsd:integer'] },
  pieceGroupCount: { range: ['xsd:integer'] },
  pieceGroupGrossWeight: { range: ['Value'] },
  pieceGroupId: { range: ['xsd:integer'] },
  pieceGroups: { range: ['PieceGroup'], many: true },
  pieceHeight: { range: ['Value'] },
  pieceLength: { range: ['Value'] },
  pieceReferences: { range: ['Piece'], many: true },
  pieceWeight: { range: ['Value'] },
  pieceWidth: { range: ['Value'] },
  pieces: { range: ['Piece'], many: true },
  postOfficeBox: { range: ['xsd:string'] },
  postalCode: { range: ['CodeListElement'] },
  preferredTransportId: { range: ['xsd:string'] },
  prefix: { range: ['xsd:string'] },
  price: { range: ['Price'] },
  priceReferenceId: { range: ['xsd:string'] },
  priceSpecification: { range: ['xsd:string'] },
  productCode: { range: ['CodeListElement'] },
  productDescription: { range: ['xsd:string'] },
  productionCountry: { range: ['CodeListElement'] },
  productionCountryForRate: { range: ['CodeListElement'] },
  productionDate: { range: ['xsd:dateTime'] },
  properShippingName: { range: ['xsd:string'] },
  qValueNumeric: { range: ['xsd:double'] },
  quantity: { range: ['xsd:double'] },
  quantityAnimals: { range: ['xsd:integer'] },
  quantityForUnitPrice: { range: ['xsd:double'] },
  question: { range: ['Question'] },
  questionNumber: { range: ['xsd:string'] },
  questionSection: { range: ['xsd:string'] },
  questions: { range: ['Question'], many: true },
  ranges: { range: ['Ranges'], many: true },
  rateCharge: { range: ['CurrencyValue'] },
  rateClassCode: { range: ['RateClassCode'] },
  rateClassCodeBasic: { range: ['BasicRateClassCode'] },
  rateGrossWeight: { range: ['Value'] },
  ratePercentage: { range: ['Value'] },
  rateSlac: { range: ['xsd:integer'] },
  rateVolume: { range: ['Value'] },
  ratings: { range: ['Ratings'], many: true },
  rcp: { range: ['CodeListElement'] },
  reasonDescription: { range: ['xsd:string'] },
  reasonsForAdjustments: { range: ['xsd:string'] },
  receivedFrom: { range: ['RegulatedEntity'] },
  recordedGeolocation: { range: ['Geolocation'] },
  recordedPieceCount: { range: ['xsd:integer'] },
  recordedVolume: { range: ['Value'] },
  recordedWeight: { range: ['Value'] },
  recordingActor: { range: ['Actor'] },
  recordingOrganization: { range: ['Organization'] },
  referenceForObjects: { range: ['LogisticsObject'], many: true },
  referredBookingOption: { range: ['Booking'] },
  regionCode: { range: ['CodeListElement'] },
  regulatedEntitiesReceivedFrom: { range: ['RegulatedEntity'], many: true },
  regulatedEntityAcceptor: { range: ['RegulatedEntity'], many: true },
  regulatedEntityCategory: { range: ['RegulatedEntityCategoryCode'] },
  regulatedEntityExpiryDate: { range: ['xsd:dateTime'] },
  regulatedEntityIdentifier: { range: ['xsd:string'] },
  regulatedEntityIssuer: { range: ['RegulatedEntity'] },
  remarks: { range: ['xsd:string'] },
  remarksText: { range: ['xsd:string'] },
  reportableQuantity: { range: ['xsd:string'] },
  requestMatch: { range: ['xsd:boolean'] },
  resultOfCheck: { range: ['Check'] },
  resultValue: { range: ['Value'] },
  salutation: { range: ['xsd:string'] },
  screeningMethods: { range: ['ScreeningMethod'], many: true },
  seal: { range: ['xsd:string'] },
  sealNumber: { range: ['xsd:string'] },
  securityDeclarations: { range: ['SecurityDeclaration'], many: true },
  securityStampId: { range: ['xsd:string'] },
  securityStatus: { range: ['SecurityStatus'] },
  sensorType: { range: ['SensorType'] },
  sequenceNumber: { range: ['xsd:string'] },
  serialNumber: { range: ['xsd:string'] },
  servedActivity: { range: ['LogisticsActivity'] },
  servedServices: { range: ['LogisticsService'], many: true },
  serviceCode: { range: ['ServiceCode'] },
  serviceForWaybills: { range: ['Waybill'], many: true },
  serviceLevelCode: { range: ['CodeListElement'] },
  serviceProvider: { range: ['Party'] },
  serviceRequestor: { range: ['Party'] },
  serviceabilityCode: { range: ['ULDConditionCode'] },
  shipment: { range: ['Shipment'] },
  shipmentOfPieces: { range: ['Piece'], many: true },
  shipperDeclarationText: { range: ['xsd:string'] },
  shippingInfo: { range: ['xsd:string'] },
  shippingMarks: { range: ['xsd:string'], many: true },
  shippingRefNo: { range: ['xsd:string'] },
  shortName: { range: ['xsd:string'] },
  shortText: { range: ['xsd:string'] },
  signatoryCompany: { range: ['Company'] },
  signatoryRole: { range: ['SignatoryRole'] },
  signatureDate: { range: ['xsd:dateTime'] },
  signatureStatement: { range: ['xsd:string'] },
  signatureTypeCode: { range: ['SignatureTypeCode'] },
  signatures: { range: ['EpermitSignature'], many: true },
  skeletonIndicator: { range: ['xsd:boolean'] },
  slac: { range: ['xsd:integer'] },
  slacForRate: { range: ['xsd:integer'] },
  spaceAllocationCode: { range: ['SpaceAllocationCode'] },
  specialConditions: { range: ['xsd:string'] },
  specialFormIndicator: { range: ['xsd:boolean'] },
  specialHandlingCodes: { range: ['SpecialHandlingCode'], many: true },
  specialProvisionId: { range: ['xsd:string'] },
  specialServiceRequests: { range: ['xsd:string'], many: true },
  speciesCommonName: { range: ['xsd:string'], many: true },
  speciesScientificName: { range: ['xsd:string'], many: true },
  specimenDescription: { range: ['xsd:string'] },
  specimenTypeCode: { range: ['CodeListElement'] },
  stackable: { range: ['xsd:boolean'] },
  station: { range: ['Location'] },
  stationRemarks: { range: ['StationRemarks'], many: true },
  statusBookingOption: { range: ['BookingOptionStatus'] },
  storagePlaceIdentifier: { range: ['xsd:string'] },
  storedObjects: { range: ['PhysicalLogisticsObject'], many: true },
  storingActions: { range: ['Storing'], many: true },
  storingIdentifier: { range: ['xsd:string'] },
  storingType: { range: ['StoringType'] },
  streetAddressLines: { range: ['xsd:string'], many: true },
  subLocationOf: { range: ['Location'] },
  subLocations: { range: ['Location'], many: true },
  subOrganization: { range: ['Organization'], many: true },
  subTotal: { range: ['xsd:double'] },
  subjectCode: { range: ['CodeListElement', 'xsd:string'] },
  supplementaryInfoPrefix: { range: ['xsd:string'] },
  supplementaryInfoSuffix: { range: ['xsd:string'] },
  tareWeight: { range: ['Value'] },
  targetCountry: { range: ['CodeListElement'] },
  taxAmount: { range: ['CurrencyValue'] },
  taxDueAgent: { range: ['CurrencyValue'] },
  taxDueAirline: { range: ['CurrencyValue'] },
  technicalName: { range: ['xsd:string'] },
  temperatureInstructions: { range: ['TemperatureInstructions'] },
  temperatureUnit: { range: ['TemperatureUnitCode'] },
  templatePurpose: { range: ['xsd:string'] },
  text: { range: ['xsd:string'] },
  textualHandlingInstructions: { range: ['xsd:string'], many: true },
  textualPostCode: { range: ['xsd:string'] },
  textualValue: { range: ['xsd:string'] },
  timeOfAvailability: { range: ['xsd:dateTime'] },
  timePreferences: { range: ['BookingTimes'] },
  totalDimensions: { range: ['Dimensions'] },
  totalGrossWeight: { range: ['Value'] },
  totalTransitTime: { range: ['xsd:duration'] },
  totalVolume: { range: ['Value'] },
  totalVolumetricWeight: { range: ['VolumetricWeight'] },
  transactionPurpose: { range: ['xsd:string'] },
  transactionPurposeCode: { range: ['TransactionPurposeCode'] },
  transferredFrom: { range: ['Organization'] },
  transferredTo: { range: ['Organization'] },
  transportContractId: { range: ['xsd:string'] },
  transportContractTypeCode: { range: ['CodeListElement'] },
  transportIdentifier: { range: ['xsd:string'] },
  transportIndexNumeric: { range: ['xsd:integer'] },
  transportLegs: { range: ['TransportLegs'], many: true },
  transportMeansServiceType: { range: ['TransportMeansServiceType'] },
  transportMeansType: { range: ['CodeListElement'] },
  transportMovementReference: { range: ['TransportMovement'] },
  transportOrganization: { range: ['Organization'] },
  turnable: { range: ['xsd:boolean'] },
  typeCode: { range: ['CodeListElement'] },
  typicalCo2Coefficient: { range: ['Value'] },
  typicalFuelConsumption: { range: ['Value'] },
  uldContourCode: { range: ['CodeListElement'] },
  uldLoadingIndicator: { range: ['ULDLoadingIndicator'] },
  uldOwnerCode: { range: ['CodeListElement'] },
  uldRateClassType: { range: ['CodeListElement'] },
  uldReferences: { range: ['ULD'], many: true },
  uldSerialNumber: { range: ['xsd:string'] },
  uldTareWeightForRate: { range: ['Value'] },
  uldType: { range: ['CodeListElement'] },
  uldTypeCode: { range: ['CodeListElement'] },
  unNumber: { range: ['xsd:string'] },
  uniqueIdentifier: { range: ['xsd:string'] },
  unit: { range: ['MeasurementUnitCode', 'xsd:string'] },
  unitBasis: { range: ['xsd:string'] },
  unitPrice: { range: ['CurrencyValue'] },
  unitsPreference: { range: ['UnitsPreference'] },
  updateBookingOptionRequests: { range: ['BookingOptionRequest'], many: true },
  upid: { range: ['xsd:string'] },
  usedInCheck: { range: ['Check'] },
  usedTemplate: { range: ['CheckTemplate'] },
  usedToDateQuotaQuantity: { range: ['xsd:integer'] },
  validFrom: { range: ['xsd:dateTime'] },
  validUntil: { range: ['xsd:dateTime'] },
  valuationCharge: { range: ['CurrencyValue'] },
  value: { range: ['xsd:double'] },
  vatIndicator: { range: ['xsd:boolean'] },
  vehicleModel: { range: ['xsd:string'] },
  vehicleRegistration: { range: ['xsd:string'] },
  vehicleSize: { range: ['xsd:string'] },
  vehicleType: { range: ['CodeListElement'] },
  version: { range: ['xsd:string'] },
  volume: { range: ['Value'] },
  volumeUnit: { range: ['VolumeUnitCode'] },
  volumetricWeight: { range: ['VolumetricWeight'] },
  volumetricWeightForRate: { range: ['VolumetricWeight'] },
  waybill: { range: ['Waybill'] },
  waybillLineItems: { range: ['WaybillLineItem'], many: true },
  waybillNumber: { range: ['xsd:string'] },
  waybillPrefix: { range: ['xsd:string'] },
  waybillType: { range: ['WaybillType'] },
  weight: { range: ['Value'] },
  weightUnit: { range: ['WeightUnitCode'] },
  weightValuationIndicator: { range: ['PrepaidCollectIndicator'] },
  width: { range: ['Value'] },
};

const codes: ModelTable['codes'] = {
  AWBUseIndicator: 'https://onerecord.iata.org/ns/code-lists/AWBUseIndicator#',
  AccountType: 'https://onerecord.iata.org/ns/cargo#',
  ActionTimeType: 'https://onerecord.iata.org/ns/cargo#',
  AircraftPossibilityCode: 'https://onerecord.iata.org/ns/code-lists/AircraftPossibilityCode#',
  BasicRateClassCode: 'https://onerecord.iata.org/ns/code-lists/RateClassCode#',
  BookingOptionStatus: 'https://onerecord.iata.org/ns/cargo#',
  BookingStatus: 'https://onerecord.iata.org/ns/cargo#',
  ChargeCode: 'https://onerecord.iata.org/ns/code-lists/ChargeCode#',
  ChargeIdentifier: 'https://onerecord.iata.org/ns/code-lists/ChargeIdentifier#',
  CommodityCode: 'https://onerecord.iata.org/ns/code-lists/CommodityCode#',
  CompositionType: 'https://onerecord.iata.org/ns/cargo#',
  ContactDetailType: 'https://onerecord.iata.org/ns/cargo#',
  ContactRole: 'https://onerecord.iata.org/ns/cargo#',
  CurrencyCode: 'https://onerecord.iata.org/ns/code-lists/CurrencyCode#',
  DangerousGoodsCode: 'https://onerecord.iata.org/ns/code-lists/DangerousGoodsCode#',
  DemurrageCode: 'https://onerecord.iata.org/ns/code-lists/DemurrageCode#',
  DensityGroupCode: 'https://onerecord.iata.org/ns/code-lists/DensityGroupCode#',
  DimensionsUnitCode: 'https://onerecord.iata.org/ns/code-lists/MeasurementUnitCode#',
  DirectionType: 'https://onerecord.iata.org/ns/cargo#',
  EntitlementCode: 'https://onerecord.iata.org/ns/code-lists/EntitlementCode#',
  EventTimeType: 'https://onerecord.iata.org/ns/cargo#',
  ExecutionStatus: 'https://onerecord.iata.org/ns/cargo#',
  ExplosiveCompatibilityGroupCode: 'https://onerecord.iata.org/ns/code-lists/ExplosiveCompatibilityGroupCode#',
  GoodsTypeCode: 'https://onerecord.iata.org/ns/code-lists/GoodsTypeCode#',
  GoodsTypeExtensionCode: 'https://onerecord.iata.org/ns/code-lists/GoodsTypeExtensionCode#',
  LoadType: 'https://onerecord.iata.org/ns/cargo#',
  LoadingType: 'https://onerecord.iata.org/ns/cargo#',
  MeasurementUnitCode: 'https://onerecord.iata.org/ns/code-lists/MeasurementUnitCode#',
  ModeCode: 'https://onerecord.iata.org/ns/code-lists/ModeCode#',
  ModeQualifier: 'https://onerecord.iata.org/ns/cargo#',
  MovementIndicator: 'https://onerecord.iata.org/ns/code-lists/MovementIndicator#',
  MovementTimeType: 'https://onerecord.iata.org/ns/cargo#',
  OtherChargeCode: 'https://onerecord.iata.org/ns/code-lists/OtherChargeCode#',
  PackageMarkCode: 'https://onerecord.iata.org/ns/code-lists/PackageMarkCode#',
  PackagingDangerLevelCode: 'https://onerecord.iata.org/ns/code-lists/PackagingDangerLevelCode#',
  ParticipantIdentifier: 'https://onerecord.iata.org/ns/code-lists/ParticipantIdentifier#',
  PrepaidCollectIndicator: 'https://onerecord.iata.org/ns/code-lists/PrepaidCollectIndicator#',
  RaTypeCode: 'https://onerecord.iata.org/ns/code-lists/RaTypeCode#',
  RadioactiveMaterialClassification: 'https://onerecord.iata.org/ns/code-lists/RadioactiveMaterialClassification#',
  RateClassCode: 'https://onerecord.iata.org/ns/code-lists/RateClassCode#',
  RatingsType: 'https://onerecord.iata.org/ns/code-lists/RatingsType#',
  RegulatedEntityCategoryCode: 'https://onerecord.iata.org/ns/code-lists/RegulatedEntityCategoryCode#',
  ScreeningExemption: 'https://onerecord.iata.org/ns/code-lists/ScreeningExemption#',
  ScreeningMethod: 'https://onerecord.iata.org/ns/code-lists/ScreeningMethod#',
  SecurityStatus: 'https://onerecord.iata.org/ns/code-lists/SecurityStatus#',
  SensorType: 'https://onerecord.iata.org/ns/cargo#',
  ServiceCode: 'https://onerecord.iata.org/ns/code-lists/ServiceCode#',
  ShipmentSecurityStatus: 'https://onerecord.iata.org/ns/code-lists/ShipmentSecurityStatus#',
  SignatoryRole: 'https://onerecord.iata.org/ns/code-lists/SignatoryRole#',
  SignatureTypeCode: 'https://onerecord.iata.org/ns/code-lists/SignatureTypeCode#',
  SpaceAllocationCode: 'https://onerecord.iata.org/ns/code-lists/SpaceAllocationCode#',
  SpecialHandlingCode: 'https://onerecord.iata.org/ns/code-lists/SpecialHandlingCode#',
  StatusCode: 'https://onerecord.iata.org/ns/code-lists/StatusCode#',
  StoringType: 'https://onerecord.iata.org/ns/cargo#',
  TemperatureUnitCode: 'https://onerecord.iata.org/ns/code-lists/MeasurementUnitCode#',
  TransactionPurposeCode: 'https://onerecord.iata.org/ns/code-lists/TransactionPurposeCode#',
  TransportMeansServiceType: 'https://onerecord.iata.org/ns/code-lists/TransportMeansServiceType#',
  ULDChargeCode: 'https://onerecord.iata.org/ns/code-lists/ULDChargeCode#',
  ULDConditionCode: 'https://onerecord.iata.org/ns/code-lists/ULDConditionCode#',
  ULDLoadingIndicator: 'https://onerecord.iata.org/ns/code-lists/ULDLoadingIndicator#',
  VolumeUnitCode: 'https://onerecord.iata.org/ns/code-lists/MeasurementUnitCode#',
  WaybillType: 'https://onerecord.iata.org/ns/cargo#',
  WeightUnitCode: 'https://onerecord.iata.org/ns/code-lists/MeasurementUnitCode#',
};

/** Codes that begin with another list's IRI. */
const elsewhere: Readonly<Record<string, readonly (readonly [string, readonly string[]])[]>> = {
};

/**
 * The data model.
 *
 * @since 0.3.0
 */
export const cargo: ModelTable = {
  namespace,
  classes,
  properties,
  codes,
  code<List extends keyof Codes>(list: List, code: Codes[List]): { '@id': CodeIris[List] } {
    const own = Object.hasOwn(codes, list) ? codes[list] : undefined;
    if (own === undefined) throw new TypeError(`no code list ${list}`);
    const prefix = Object.hasOwn(elsewhere, list) ? elsewhere[list]?.find(([, found]) => found.includes(code))?.[0] : own;
    // What an IRI must not have; all else is as the list has it.
    const text = String(code).replace(/[\s\p{Cc}<>"{}|\\^`#[\]]|%(?![0-9A-Fa-f]{2})/gu, encodeURIComponent);
    // Codes and CodeIris have the same lists.
    return { '@id': ((prefix ?? own) + text) as CodeIris[List] };
  },
};
